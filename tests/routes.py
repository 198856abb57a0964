"""The addresses of the site, as the features list them."""

from clubsite.urls import urlpatterns

ROUTES = [one for url in urlpatterns for one in ([url] if str(url.pattern) else url.url_patterns)]
"""The first level of all address patterns, such as "sign-in" or "t/<slug:token>/" with the patterns
below it. A pattern shared by several features is listed once for each."""
