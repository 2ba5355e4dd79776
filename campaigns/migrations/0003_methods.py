from django.db import migrations, models


def agree(apps, schema_editor):
    """Carry battles that nobody has settled over to methods that both sides agree on."""
    rows = apps.get_model("campaigns", "EngagementRow").objects.filter(outcome__isnull=True, undone=False, means="")
    rows.exclude(claim_a__isnull=True, claim_b__isnull=True).update(means="table")
    for row in rows.filter(means="", standins__isnull=False):
        stand = row.standins
        # The umpire's word held, and whoever named an army for it had consented to another's proposal.
        named = [army for army, faction in zip(stand["armies"], (row.faction_a, row.faction_b)) if faction != stand["by"]]
        method = {"means": stand["means"], "system": stand["system"], "by": stand["by"], "how": ""}
        if not stand["by"] or any(named):
            row.agreed = {**method, "how": "sides" if stand["by"] else "umpire"}
        else:
            row.proposal = method
        row.save(update_fields=["agreed", "proposal"])


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0002_talk'),
    ]

    operations = [
        migrations.AddField(
            model_name='engagementrow',
            name='agreed',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='engagementrow',
            name='opened',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='engagementrow',
            name='proposal',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(agree, migrations.RunPython.noop),
    ]
