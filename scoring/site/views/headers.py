"""Headers about what browsers may do with a page, beside those that Django and django-csp set."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

NOT_USED = """accelerometer camera display-capture geolocation gyroscope hid magnetometer
microphone midi payment serial usb""".split()
PERMISSIONS = ", ".join(f"{feature}=()" for feature in NOT_USED)
"""Device features that no page of ours uses, so no script on one may ask for them."""


def headers(get_response):
    """Middleware: set Permissions-Policy on pages, and Cross-Origin-Resource-Policy on all but
    static files. Other sites may load only public files and embedded pages."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            response.setdefault("Permissions-Policy", PERMISSIONS)  # no script runs elsewhere
        if not request.path.startswith(settings.STATIC_URL):  # any site may load those
            policy = "cross-origin" if "Access-Control-Allow-Origin" in response else "same-origin"
            response.setdefault("Cross-Origin-Resource-Policy", policy)
        return response

    return answer
