"""The addresses of the site, as the features list them."""

from clubsite.urls import urlpatterns

ROUTES = [one for url in urlpatterns for one in ([url] if str(url.pattern) else url.url_patterns)]
"""Every pattern at the top of an address: "sign-in", "t/<slug:token>/" with what is below it. A
beginning that several features share is there once for each."""
