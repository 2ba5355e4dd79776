from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0008_calendars_last_used'),
    ]

    operations = [
        migrations.AddField(
            model_name='disclosure',
            name='by',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='member',
            name='since',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='disclosure',
            name='kind',
            field=models.CharField(choices=[('preview', 'previewed'), ('file', 'downloaded the campaign file with the orders of'), ('seed', 'downloaded the campaign file with the orders and the seed of the dice of'), ('plays', 'began to play in'), ('stopped', 'stopped playing in'), ('moved', 'changed sides in'), ('left', 'left the campaign in'), ('removed', 'was removed from the campaign in'), ('chief', 'became commander-in-chief in'), ('upload', 'uploaded this campaign, so they had its whole file with the orders of')], max_length=8),
        ),
    ]
