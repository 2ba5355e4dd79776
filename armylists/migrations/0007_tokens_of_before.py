from hashlib import sha256

from django.conf import settings
from django.db import migrations


def move(apps, schema_editor):
    """Take over the tokens of before, which go on working; what is stored of them is their hash from now on."""
    old, new = apps.get_model('authtoken', 'Token'), apps.get_model('armylists', 'ApiToken')
    new.objects.bulk_create(
        new(
            user_id=each.user_id, name='Older token', created=each.created,
            digest=sha256(each.key.encode()).hexdigest(),
        )
        for each in old.objects.iterator()
    )
    old.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('armylists', '0006_api_tokens'),
        ('authtoken', '0003_tokenproxy'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
