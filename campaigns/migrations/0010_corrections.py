from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0009_newcomers'),
    ]

    operations = [
        migrations.AddField(
            model_name='disclosure',
            name='said',
            field=models.TextField(blank=True),
        ),
        migrations.AlterField(
            model_name='disclosure',
            name='kind',
            field=models.CharField(choices=[('preview', 'previewed'), ('file', 'downloaded the campaign file with the orders of'), ('seed', 'downloaded the campaign file with the orders and the seed of the dice of'), ('plays', 'began to play in'), ('stopped', 'stopped playing in'), ('moved', 'changed sides in'), ('left', 'left the campaign in'), ('removed', 'was removed from the campaign in'), ('chief', 'became commander-in-chief in'), ('correct', 'corrected something in'), ('upload', 'uploaded this campaign, so they had its whole file with the orders of')], max_length=8),
        ),
    ]
