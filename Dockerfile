# The image of web and workers alike; compose.yaml starts them.
FROM python:3.11-slim-bookworm

# What PDFs need (as in bin/setup), and pg_dump for `manage.py backup`.
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core postgresql-client \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/leaguer
COPY requirements/app.txt requirements/app.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/app.txt
COPY . .

ENV LEAGUER_STATIC_ROOT=/srv/leaguer/staticfiles
RUN export LEAGUER_VAR="$(mktemp -d)" \
    && python manage.py collectstatic --noinput --verbosity 0 \
    && rm -r "$LEAGUER_VAR"

RUN useradd --system leaguer && install -d -o leaguer /var/lib/leaguer
USER leaguer
ENV LEAGUER_VAR=/var/lib/leaguer LEAGUER_BIND=0.0.0.0:8000
CMD ["gunicorn", "config.asgi", "--config", "config/gunicorn.py"]
