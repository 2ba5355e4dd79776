from __future__ import annotations

from typing import Any

from django.db import migrations, models


def seat(apps: Any, _schema: Any) -> None:
    """Let the longest-serving player command each faction whose commander-in-chief left before now."""
    members = apps.get_model("campaigns", "Member").objects
    players = members.filter(role="player").exclude(faction="")
    led = set(players.filter(chief=True).values_list("campaign", "faction"))
    for each in players.order_by("joined", "pk").only("campaign", "faction"):
        side = (each.campaign_id, each.faction)
        if side not in led:
            led.add(side)
            members.filter(pk=each.pk).update(chief=True)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0006_changed_sides'),
    ]

    operations = [
        migrations.AlterField(
            model_name='disclosure',
            name='kind',
            field=models.CharField(choices=[('preview', 'previewed'), ('file', 'downloaded the campaign file with the orders of'), ('seed', 'downloaded the campaign file with the orders and the seed of the dice of'), ('plays', 'began to play in'), ('stopped', 'stopped playing in'), ('moved', 'changed sides in'), ('left', 'left the campaign in'), ('chief', 'became commander-in-chief in'), ('upload', 'uploaded this campaign, so they had its whole file with the orders of')], max_length=8),
        ),
        migrations.RunPython(seat, migrations.RunPython.noop),
    ]
