"""The entry for WSGI servers such as gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from rulesets.contract import registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
registry.verify()
