"""Which mail about campaigns somebody gets; stopping it from a mail needs no sign-in."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from armylists.owned.views import person, saved
from campaigns import mail as mails
from campaigns import services
from campaigns.views.parts import sentence


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Show which mail somebody gets, and where to; a POST changes it."""
    user = person(request)
    if request.method == "POST":
        change = partial(services.set_mail_kinds, user, request.POST.getlist("kinds"))
        return saved(request, change, "Mail settings saved.", sentence)
    on = mails.wanted(user)
    kinds = [(kind, label, kind in on) for kind, label in mails.KINDS.items()]
    return render(request, "campaigns/mail.html", {"kinds": kinds, "address": mails.confirmed(user)})


@never_cache
@csrf_exempt  # the token in the address is the proof: mail programs send this form, without a cookie
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mail of the kind that the mail with this address was of; of every kind with `all`."""
    found = mails.stopped(token)
    rows = User.objects.select_related("no_campaign_mail")
    user = rows.filter(pk=found[0]).first() if found else None
    if found is None or user is None:
        raise Http404("This link is incomplete, so no mail has been stopped.")
    kind, done = mails.NAMES[found[1]], ""
    if request.method == "POST":
        if everything := request.POST.get("all") == "1":
            services.set_mail(user, on=False)
        else:
            services.stop_mail(user, found[1])
        done = "about campaigns" if everything else kind
    return render(request, "campaigns/mail_stop.html", {"kind": kind, "done": done})
