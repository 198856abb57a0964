"""All addresses of the site. Each feature has a list in its `urls.py`."""

from django.urls import include, path, register_converter
from django.urls.converters import IntConverter

from scoring.common.hooks import FEATURES
from scoring.site.admin import site as admin
from scoring.site.views import errors


class NumberConverter(IntConverter):
    """A number that fits into the database. More digits are answered with 404."""

    regex = "[0-9]{1,18}"


register_converter(NumberConverter, "number")

# First what phones at a table ask for all evening: an address is looked for in this order.
others = [feature for feature in FEATURES if feature != "table"]
urlpatterns = [
    path("admin/", admin.urls),
    *(path("", include(f"scoring.{feature}.urls")) for feature in ["table", *others]),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
