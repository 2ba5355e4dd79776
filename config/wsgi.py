"""The entry for WSGI servers such as gunicorn."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.warm import warm
from rulesets.contract import registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
registry.verify()
if settings.WARM:
    warm()
