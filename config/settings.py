"""Settings of Leaguer, all from the environment; what is not given is safe.

`docs/deploy.md` lists every variable. Nothing here needs editing to run the site.
"""

import os
from pathlib import Path

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("LEAGUER_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

# pytest sets this for itself and for the commands that tests start.
TESTING = "PYTEST_VERSION" in os.environ

VERSION = "0.1.0"
DEBUG = env.flag("LEAGUER_DEBUG")

# Whether a web process has everything ready before it takes requests (config/warm.py).
WARM = not (DEBUG or TESTING)

# Whether the first page says how to sign in as the users of `load_sample`.
SHOW_SAMPLE = env.flag("LEAGUER_SAMPLE")

SECRET_KEY = env.text("LEAGUER_SECRET_KEY") or env.stored_key(VAR_DIR / "secret_key")
ALLOWED_HOSTS = env.words("LEAGUER_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("LEAGUER_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_filters",
    "django_htmx",
    "django_tasks",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rulesets.site",
    "armylists",
    "battles",
    "campaigns",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

CSRF_FAILURE_VIEW = "config.views.csrf_failure"

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
            "builtins": ["django.templatetags.static", "rulesets.site.templatetags.marks"],
        },
    },
]

# Data -------------------------------------------------------------------------------------------

DATABASES = {"default": env.database(env.text("DATABASE_URL"), VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Stored in files, so that all processes of one machine count an address's requests together.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

MEDIA_ROOT = VAR_DIR / "media"
MEDIA_URL = "/media/"

# One upload is one document: no list, battle or roster comes near these.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
LEAGUER_MAX_UPLOAD_BYTES = env.number("LEAGUER_MAX_UPLOAD_BYTES", 5_242_880)

TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}

# Words and time ---------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Static files -----------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("LEAGUER_STATIC_ROOT", str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
PLAIN_STATIC = DEBUG or TESTING
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if PLAIN_STATIC
        else "config.static.Storage"
    },
}
WHITENOISE_USE_FINDERS = PLAIN_STATIC
WHITENOISE_AUTOREFRESH = PLAIN_STATIC

# Accounts ---------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

EMAIL = env.email_settings("LEAGUER_EMAIL_URL")
globals().update(EMAIL)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("LEAGUER_EMAIL_FROM", "leaguer@localhost")
# Where the site is, for the addresses in messages that no request asked for.
LEAGUER_URL = env.text("LEAGUER_URL", f"http://localhost:{env.text('LEAGUER_PORT', '8000')}")
SENDS_EMAIL = str(EMAIL["EMAIL_BACKEND"]).endswith("smtp.EmailBackend")

# A player at the table gets in at once; an address is confirmed only where messages can be sent.
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if SENDS_EMAIL else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Leaguer: "
# The sign-up form itself asks for one of the two, which this check cannot see.
SILENCED_SYSTEM_CHECKS = ["account.W001"]
ACCOUNT_FORMS = {"login": "config.forms.LoginForm", "signup": "config.forms.SignupForm"}
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL

# Safety -----------------------------------------------------------------------------------------

HTTPS = env.flag("LEAGUER_HTTPS")
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.number("LEAGUER_HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
PROXIES = ALLAUTH_TRUSTED_PROXY_COUNT = int(env.flag("LEAGUER_BEHIND_PROXY"))
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

# REST interface ---------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "config.parsers.LimitedJSONParser",
        "rest_framework.parsers.MultiPartParser",
        "rest_framework.parsers.FormParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "config.api.Pages",
    "PAGE_SIZE": 25,
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "rest_framework.filters.OrderingFilter",
    ],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": []
    if TESTING
    else ["rest_framework.throttling.AnonRateThrottle", "rest_framework.throttling.UserRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.text("LEAGUER_API_ANON_RATE", "60/min"),
        "user": env.text("LEAGUER_API_USER_RATE", "600/min"),
    },
    # The address that is counted: the proxy's word for it, or the connection itself.
    "NUM_PROXIES": PROXIES,
    "EXCEPTION_HANDLER": "config.api.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Leaguer",
    "DESCRIPTION": "Army books, army lists, battles and odds of pike and shot wargames.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "ReactionsEnum": ["ask", "never"],
        "OwnBookKindEnum": "armylists.models.OwnBook.KINDS",
        "StatusEnum": "battles.models.Battle.Status",
        "EngagementStatusEnum": "campaigns.models.EngagementRow.Status",
        "OrdersStatusEnum": ["none", "draft", "given", "changed"],
        "OrdersWrittenEnum": ["draft", "given", "changed"],
        "TurnPartEnum": "campaigns.models.TurnRow.Part",
        "PreviewPartEnum": ["march", "conclude"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.schema.shared_refusals",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": f"{STATIC_URL}img/favicon.svg",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": False},
}

# Log --------------------------------------------------------------------------------------------

LOG_LEVEL = env.choice("LEAGUER_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False},
        **{
            app: {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False}
            for app in ("config", "rulesets", "armylists", "battles", "campaigns", "tournaments")
        },
        # WeasyPrint's fonts libraries report every table they drop.
        "fontTools": {"level": "ERROR"},
        "weasyprint": {"level": "ERROR"},
    },
}

if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    ACCOUNT_RATE_LIMITS = False
