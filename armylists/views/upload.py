"""Lists that come in from outside: a file of any of our kinds, or pasted text."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armylists import services
from armylists.forms import UploadForm
from armylists.owned.views import person


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Read a list and save it; one that cannot be read stays in the form with every fault named."""
    if request.method != "POST":
        return render(request, "armylists/upload.html", {"form": UploadForm()})
    form = UploadForm(request.POST, request.FILES, user=request.user)
    if not form.is_valid():
        return render(request, "armylists/upload.html", {"form": form}, status=400)
    file = form.cleaned_data.get("file")
    summary = "From pasted text"
    if file:
        name = "".join(each for each in file.name if each.isprintable())[:120]  # what can be shown and stored
        summary = f"From the file {name or 'without a name'}"
    army_list = services.create(person(request), form.army, summary)
    messages.success(request, "The list is saved. It is private until you share it.")
    return redirect(army_list)
