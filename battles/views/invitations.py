"""Invitations: the page of who is asked to play, and of who waits for an answer."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armylists.guests import is_guest
from armylists.owned.views import person
from armylists.pdf import laid_out
from battles import invitations
from battles import wording as words
from battles.agreed import agreed_on, list_documents
from battles.invitations import InvitationError, Invited
from battles.models import Battle
from battles.sides import SIDES
from rulesets.contract.documents import parse_list, roster
from rulesets.engine.errors import LeaguerError


@never_cache
@require_safe
def show(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Show what one is invited to; who sent it is led to what waits.

    Under an invitation's link a stranger is led to sign up first.
    """
    code = request.GET.get("code", "")
    if not request.user.is_authenticated or (code and is_guest(request.user)):
        return redirect_to_login(request.get_full_path(), reverse("account_signup") if code else None)
    try:
        row = invitations.received_by(person(request), invitation_id, code)
    except Http404:
        return redirect(invitations.sent_by(person(request), invitation_id))
    context = {"row": row, "code": code, "named": invitations.named(row, person(request))}
    return render(request, "battles/invitation.html", {**context, "agreed": agreed_on(row)})


@never_cache
@require_safe
@login_required
def army(request: HttpRequest, invitation_id: UUID, side: int) -> HttpResponse:
    """Show the roster of a side's list to who is invited, and to who invites them."""
    code = request.GET.get("code", "")
    row = invitations.read_by(person(request), invitation_id, code)
    return roster_page(request, row, side, (("Invitation", _address(row, code)),))


def roster_page(
    request: HttpRequest, row: Invited, side: int, crumbs: tuple[tuple[str, str], ...]
) -> HttpResponse:
    """Show the list of a side as it was agreed on; Http404 for a side or a list that is not there."""
    if side not in SIDES:
        raise Http404("There are two sides, 0 and 1.")
    try:
        sheet = roster(parse_list(list_documents(row)[side]))
    except LeaguerError:
        raise Http404("The rules can no longer read this list.") from None
    context = {"row": row, "side": row.sides[side], "crumbs": crumbs, "sheet": sheet}
    return render(request, "battles/list.html", {**context, **laid_out(sheet, "table")})


@never_cache
@require_safe
@login_required
def moved(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """204 while an invitation of one's own is open; then an answer that leads to the battle or record."""
    row = invitations.of_owner(person(request), invitation_id)
    if row.waits:
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Redirect": row.get_absolute_url()})


@require_POST
@login_required
def answer(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Accept or decline an invitation."""
    user = person(request)
    row = invitations.received_by(user, invitation_id, request.GET.get("code", ""))
    accept = request.POST.get("answer") == "accept"
    if not accept and not invitations.named(row, user):
        return redirect("home")  # the invitation stays open for whoever it is for
    try:
        invitations.answer(row, user, accept=accept)
    except InvitationError as error:
        messages.error(request, str(error))
        return redirect("home")
    if accept:
        messages.success(request, f"You lead {row.side_b}.")
        # Where it goes on: a battle is played at its board; meetings and records have one page.
        on_board = isinstance(row, Battle) and not row.meeting
        return redirect("battles:board", row.public_id) if on_board else redirect(row)
    messages.success(request, "Invitation declined.")
    return redirect("home")


@require_POST
@login_required
def withdraw(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Take an invitation of one's own back."""
    row = invitations.sent_by(person(request), invitation_id)
    try:
        invitations.withdraw(row)
        messages.success(
            request, "Invitation withdrawn. You lead both sides now, or invite another player below."
        )
    except InvitationError as error:
        messages.error(request, str(error))
    return redirect(row)


@require_POST
@login_required
def invite(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Invite somebody to a battle or record of one's own that has not begun."""
    row = invitations.of_owner(person(request), invitation_id)
    try:
        invitations.invite(row, person(request), request.POST.get("opponent", ""))
    except LeaguerError as error:
        messages.error(request, words.not_invited(error.message))
    return redirect(row)


def _address(row: Invited, code: str) -> str:
    address = reverse("battles:invitation", args=[row.public_id])
    return f"{address}?code={code}" if code else address


def waiting(request: HttpRequest, row: Invited, *, owner: bool) -> HttpResponse:
    """Show that a battle or record waits for the answer of who is invited."""
    link = request.build_absolute_uri(_address(row, invitations.code_of(row))) if owner else ""
    context = {"row": row, "link": link, "agreed": agreed_on(row) if owner else None}
    return render(request, "battles/waiting.html", context)
