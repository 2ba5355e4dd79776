"""Settings of Leaguer, all from the environment; what is not given is safe.

`docs/deploy.md` lists every variable. Nothing here needs editing to run the site.
"""

import os
from pathlib import Path

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("LEAGUER_VAR", str(BASE_DIR / "var")))
env.make_folder(VAR_DIR)

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
    "allauth.mfa",
    "csp",
    "django_filters",
    "django_htmx",
    "django_tasks",
    "rest_framework",
    "rest_framework.authtoken",  # its table alone: tokens of before were moved out of it
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
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.plaintext.PlainTextMiddleware",
    # Below it: an address that is refused is sent nowhere else.
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.accounts.GuestMiddleware",
    "config.zones.TimeZoneMiddleware",
    "config.queries.KnownQueriesMiddleware",
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

# The Redis through which workers get tasks; "": what takes long is done in the process that is asked for it.
TASKS_REDIS = env.redis("LEAGUER_TASKS")

# In files, so that all processes of one machine count together; in Redis those of all machines, and exactly.
# Workers say there how far they are, so where there are workers it is in Redis.
CACHES = {
    "default": env.cache("LEAGUER_CACHE", VAR_DIR / "cache", TASKS_REDIS),
    # Pages that are the same for everybody: each process its own in memory, or all in Redis.
    "pages": env.page_cache("LEAGUER_CACHE"),
}

# The Redis that sends announcements of changes to the pages that show them; "": the database does.
WATCH_URL = env.redis("LEAGUER_WATCH")

MEDIA_ROOT = VAR_DIR / "media"
MEDIA_URL = "/media/"

# One upload is one document: no list, battle or roster comes near these.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
LEAGUER_MAX_UPLOAD_BYTES = env.number("LEAGUER_MAX_UPLOAD_BYTES", 5_242_880)

# How many of each kind a member may have in use, and how many bytes they may upload in a day; 0: no limit.
ROOM = {
    "list": env.number("LEAGUER_ROOM_LISTS", 500),
    "battle": env.number("LEAGUER_ROOM_BATTLES", 500),
    "record": env.number("LEAGUER_ROOM_RECORDS", 200),
    "book": env.number("LEAGUER_ROOM_BOOKS", 100),
    "scenario": env.number("LEAGUER_ROOM_SCENARIOS", 100),
    "campaign": env.number("LEAGUER_ROOM_CAMPAIGNS", 50),
    "map": env.number("LEAGUER_ROOM_MAPS", 50),
    "tournament": env.number("LEAGUER_ROOM_TOURNAMENTS", 50),
    "league": env.number("LEAGUER_ROOM_LEAGUES", 50),
}
# How often somebody may download everything of theirs in an hour; 0: no limit.
EXPORTS_AN_HOUR = 0 if TESTING else 6
UPLOADS_A_DAY = env.number("LEAGUER_ROOM_UPLOADS", 104_857_600)

# armylists/work.py says which work these are, config/workers.py how workers do it.
# Workers take what is short first.
QUEUES = ["default", "long"]
TASKS: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend", "QUEUES": QUEUES}
}
if TASKS_REDIS:
    INSTALLED_APPS.append("django_rq")
    TASKS["default"]["BACKEND"] = "django_tasks_rq.RQBackend"
    RQ_QUEUES = {name: {"URL": TASKS_REDIS, "DEFAULT_TIMEOUT": 1_800} for name in QUEUES}
    RQ = {
        "JOB_CLASS": "django_tasks_rq.Job",
        "QUEUE_CLASS": "config.workers.Queue",
        "WORKER_CLASS": "config.workers.Worker",
    }
# Seconds between two signs of life of a worker, and without one until another worker takes its task over.
WORKER_BEAT, WORKER_SILENT = (1, 4) if TESTING else (3, 12)
# Seconds before each new try of a mail that no server takes: five hours in all.
MAIL_PAUSES = (0, 2, 2) if TESTING else (0, 60, 600, 3_600, 14_400)

# Words and time ---------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
TIME_ZONE = "UTC"
USE_I18N = True
# What the frameworks say of a wrong field, in our words.
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
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
    "config.accounts.Backend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",  # sessions from before there were guests
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "config.passwords.EndTokens"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

EMAIL = env.email_settings("LEAGUER_EMAIL_URL")
globals().update(EMAIL)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("LEAGUER_EMAIL_FROM", "leaguer@localhost")
# Where the site is, as its keeper says ("": they do not); mail about accounts leads there, whatever host the
# request names that asked for it.
PUBLIC_URL = env.text("LEAGUER_URL").rstrip("/")
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
# A sign-up says nothing of who else has given an address: two accounts may, and one can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_ADAPTER = "config.accounts.Adapter"
# A guest signs up or in while being somebody; config.accounts.GuestMiddleware sends members away.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_RATE_LIMITS: object = {"guest": env.text("LEAGUER_GUEST_RATE", "30/h/ip")}
ACCOUNT_FORMS = {
    "login": "config.forms.LoginForm",
    "signup": "config.forms.SignupForm",
    "add_email": "config.forms.AddEmailForm",
    "change_password": "config.forms.ChangePasswordForm",
    "set_password": "config.forms.SetPasswordForm",
    "reset_password": "config.forms.ResetPasswordForm",
    "reset_password_from_key": "config.forms.ResetPasswordKeyForm",
    "reauthenticate": "config.forms.ReauthenticateForm",
}
MFA_ADAPTER = "config.twofactor.Adapter"
MFA_FORMS = {
    "authenticate": "config.twofactor.AuthenticateForm",
    "reauthenticate": "config.twofactor.ReauthenticateForm",
    "activate_totp": "config.twofactor.ActivateForm",
}
MFA_TOTP_ISSUER = "Leaguer"
# Addresses are not confirmed where no mail is sent; nobody's sign-up takes an address from somebody else.
MFA_ALLOW_UNVERIFIED_EMAIL = True
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
        "config.authentication.TokenAuthentication",
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
    "DEFAULT_SCHEMA_CLASS": "config.queries.Schema",
    "DEFAULT_THROTTLE_CLASSES": []
    if TESTING
    else [
        "config.throttles.ByAddress",
        "config.throttles.ByUser",
        "config.throttles.ByScope",
        "config.throttles.Uploads",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.text("LEAGUER_API_ANON_RATE", "60/min"),
        "user": env.text("LEAGUER_API_USER_RATE", "600/min"),
        "check": env.text("LEAGUER_API_CHECK_RATE", "30/min"),
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
        "InvitationKindEnum": ["battle", "record"],
        "RoleEnum": "campaigns.models.Member.Role",
        "TournamentRoleEnum": "tournaments.models.Organiser.Role",
        "TournamentVisibilityEnum": "tournaments.models.Tournament.Visibility",
        "LeagueVisibilityEnum": "tournaments.models.League.Visibility",
        "OwnBookKindEnum": "armylists.models.OwnBook.KINDS",
        "StatusEnum": "battles.models.Battle.Status",
        "EngagementStatusEnum": "campaigns.models.EngagementRow.Status",
        "ReadyEnum": ["ready", "not ready", "away", "automatic"],
        "OrdersStatusEnum": ["none", "draft", "given", "changed"],
        "OrdersWrittenEnum": ["draft", "given", "changed"],
        "BroughtListStatusEnum": "campaigns.models.BroughtList.Status",
        "TurnPartEnum": "campaigns.models.TurnRow.Part",
        "PreviewPartEnum": ["march", "conclude"],
        "WorkStatusEnum": "armylists.work.STATUSES",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.schema.with_models",
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
    # Every few seconds a worker looks for others that are silent; that it does is no news.
    "filters": {
        "events": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: "cleaning" not in str(record.msg),
        }
    },
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False},
        **{
            app: {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False}
            for app in ("config", "rulesets", "armylists", "battles", "campaigns", "tournaments")
        },
        "rq": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False},
        "rq.worker": {"filters": ["events"]},
        "rq.scheduler": {"level": "WARNING"},
        # WeasyPrint's fonts libraries report every table they drop.
        "fontTools": {"level": "ERROR"},
        "weasyprint": {"level": "ERROR"},
        # For armylists.typesetting, which counts pages by it, and for no log of the site.
        "weasyprint.progress": {"level": "INFO", "propagate": False},
    },
}

if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for name in ("pages",) if TASKS_REDIS else ("default", "pages"):
        CACHES[name] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    ACCOUNT_RATE_LIMITS = False
