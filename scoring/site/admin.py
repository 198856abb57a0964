"""The admin: all stored data and its authors, for the host of the site, read-only.

Writing is left to the actions. They lock, ask the rules, raise versions and record corrections.
"""

from __future__ import annotations

from functools import wraps

from django.apps import apps
from django.contrib.admin import AdminSite, ModelAdmin, ShowFacets
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.contrib.auth import get_user_model
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

SECRETS = {
    *("token", "code", "password", "digest", "sealed", "codes"),
    *("sent_to", "p256dh", "auth", "stop_token", "path"),
}
"""Fields that give access. People who read the database must not be able to use them."""
WIDE = (models.JSONField, models.UUIDField, models.BinaryField)
"""What makes a list unreadable; the page of the thing has it."""
MOST_COLUMNS = 9


class Site(AdminSite):
    """The pages under /admin/: signing in is that of the site, and only GET is answered."""

    site_header = "Bowerbook: stored data"
    site_title = index_title = "Stored data"

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_superuser

    def admin_view(self, view, cacheable: bool = False):
        inner = super().admin_view(view, cacheable)

        @require_safe
        @wraps(inner)
        def only_looked_at(request: HttpRequest, *args, **kwargs) -> HttpResponse:
            if request.user.is_authenticated and not self.has_permission(request):
                raise PermissionDenied("Only owners of the site can see everything it stores.")
            return inner(request, *args, **kwargs)

        return only_looked_at

    @method_decorator(require_safe)
    def login(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        """Send on to the site's own page, which counts wrong passwords and looks at `next`."""
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def password_change(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        """Send on to the site's own page."""
        return redirect("password-change")


class Uncounted(Paginator):
    """Pages of rows that are not counted, which takes seconds for millions. It looks whether there
    is a row after the page that is asked for."""

    def __init__(self, rows: models.QuerySet, per_page: int, *, page: int) -> None:
        super().__init__(rows, per_page)
        self.rows, self.page_asked = rows, page

    @cached_property
    def count(self) -> int:
        """How many rows there are, as far as this page and the first of the next."""
        start = (self.page_asked - 1) * self.per_page
        keys = self.rows.order_by().values("pk")
        return start + len(keys[start : start + self.per_page + 1])


class Rows(ChangeList):
    """A list that doesn't show how many rows a search found."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.full_result_count = self.result_count


class Looking(ModelAdmin):
    """The pages of a model, with a list to search, and a page for each row with all its fields."""

    actions = None
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    view_on_site = False

    def __init__(self, model: type[models.Model], admin_site: AdminSite) -> None:
        super().__init__(model, admin_site)
        shown = [one for one in model._meta.concrete_fields if one.name not in SECRETS]
        self.fields = self.readonly_fields = [one.name for one in shown]
        columns = [one for one in shown if not isinstance(one, WIDE) or one.primary_key]
        self.list_display = [one.name for one in columns][:MOST_COLUMNS]
        self.list_select_related = [*_ways_to_names(columns)]
        self.list_filter = [
            one.name for one in columns if one.choices or isinstance(one, models.BooleanField)
        ]
        self.search_fields = [*_searched(shown)]

    def get_paginator(self, request: HttpRequest, queryset, per_page: int, *_) -> Uncounted:
        asked = request.GET.get(PAGE_VAR, "")
        known = asked.isdecimal() and len(asked) < 9 and int(asked)
        return Uncounted(queryset, per_page, page=known or 1)

    def get_changelist(self, request: HttpRequest, **kwargs) -> type[ChangeList]:
        return Rows

    def has_view_permission(self, request: HttpRequest, obj=None) -> bool:
        return self.admin_site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj=None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj=None) -> bool:
        return False


def _ways_to_names(columns: list[models.Field]):
    """Yield the relations to select with a row, so that no column needs a query for a name."""
    for one in columns:
        if one.is_relation:
            yield one.name
            further = one.related_model._meta.concrete_fields
            yield from (f"{one.name}__{next.name}" for next in further if next.is_relation)


def _searched(shown: list[models.Field]):
    """Yield the fields to search: texts of a row, and the names of its related rows."""
    yield "=pk"
    for one in shown:
        if isinstance(one, models.CharField) and not one.choices:
            yield one.name
        elif one.is_relation:
            words = {field.name for field in one.related_model._meta.concrete_fields}
            yield from (
                f"{one.name}__{word}" for word in ("name", "title", "username") if word in words
            )


site = Site()
site.register([*apps.get_app_config("scoring").get_models(), get_user_model()], Looking)
