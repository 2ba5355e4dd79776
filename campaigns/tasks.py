"""What takes long in campaigns: forecasts."""

from __future__ import annotations

from django_tasks import task

from armylists import work
from armylists.work import Work
from campaigns import forecasting
from campaigns.fields import as_fought
from campaigns.models import EngagementRow


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
