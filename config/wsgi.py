"""The entry for WSGI servers such as gunicorn."""

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

from config.plaintext import PageRequest
from config.warm import warm
from rulesets.contract import registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

try:
    application = get_wsgi_application()
except ImproperlyConfigured as error:
    raise SystemExit(str(error)) from None  # one sentence instead of where it was found
application.request_class = PageRequest
registry.verify()
if settings.WARM:
    warm()
