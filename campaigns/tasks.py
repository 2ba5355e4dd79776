"""What takes long in campaigns: forecasts and simulations."""

from __future__ import annotations

from django_tasks import task

from armylists import work
from armylists.work import Work
from campaigns import forecasting, simulating
from campaigns.fields import as_fought
from campaigns.models import EngagementRow, Simulation

PART = 30.0
"""Seconds after which a simulation lets other tasks go first."""


@task(queue_name=work.LONG)
def forecast(campaign_id: str, key: str) -> int:
    """Fight the battles of an engagement's forecast, until somebody stops it; return how many are fought."""
    found = EngagementRow.objects.select_related("campaign").filter(
        campaign__public_id=campaign_id, key=key, undone=False
    )
    row, done = found.first(), 0
    while row is not None and not work.stopped(Work.FORECAST, campaign_id, key):
        far = forecasting.forecasting(row.campaign, *as_fought(row.campaign, row), forecasting.SLICE)
        done = far.done
        if far.whole:
            break
        row = found.first()  # what the umpire has changed meanwhile makes another forecast of it
    return done


@task(queue_name=work.LONG)
def simulate(campaign_id: str) -> int:
    """Play the simulation of a campaign for a while, then go on behind the tasks that wait, until it is whole
    or somebody stops it; return how many runs are played.
    """
    found = Simulation.objects.select_related("campaign").filter(campaign__public_id=campaign_id).first()
    if found is None:
        return 0
    if simulating.play_on(found, PART):
        work.go_on(Work.SIMULATION, campaign_id)
    return found.played.count()
