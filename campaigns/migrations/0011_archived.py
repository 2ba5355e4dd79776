from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0010_corrections'),
    ]

    operations = [
        migrations.AlterField(
            model_name='disclosure',
            name='kind',
            field=models.CharField(choices=[('preview', 'previewed'), ('file', 'downloaded the campaign file with the orders of'), ('seed', 'downloaded the campaign file with the orders and the seed of the dice of'), ('plays', 'began to play in'), ('stopped', 'stopped playing in'), ('moved', 'changed sides in'), ('left', 'left the campaign in'), ('removed', 'was removed from the campaign in'), ('chief', 'became commander-in-chief in'), ('correct', 'corrected something in'), ('upload', 'uploaded this campaign, so they had its whole file with the orders of'), ('archive', 'archived the campaign in'), ('restore', 'restored the campaign in')], max_length=8),
        ),
    ]
