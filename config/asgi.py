"""The entry for ASGI servers."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.warm import warm
from rulesets.contract import registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()
registry.verify()
if settings.WARM:
    warm()
