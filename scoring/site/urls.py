"""Addresses of the site itself, for its files, backups and health."""

from django.urls import include, path

from scoring.site.views import backups, files, health, lost_tables, security

club_urls = [
    path("files/", files.take_along, name="take-along"),
    path("files/club.jsonl.gz", files.club_file, name="club-file"),
    path("files/spreadsheets.zip", files.spreadsheets, name="spreadsheets"),
    path("files/spreadsheets.xlsx", files.workbook, name="workbook"),
]

backup_urls = [
    path("", backups.backups, name="backups"),
    path("make", backups.make, name="make-backup"),
    path("bring", backups.bring, name="bring-backup"),
    path("<str:backup>/", backups.one, name="one-backup"),
    path("<str:backup>/verify", backups.verify, name="verify-backup"),
    path("<str:backup>/file", backups.fetch, name="backup-file"),
]

urlpatterns = [
    path(".well-known/security.txt", security.security_txt, name="security-txt"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("clubs/<number:pk>/", include(club_urls)),
    path("table/again/<str:table>", lost_tables.lost_table, name="lost-table"),
    path("site/backups/", include(backup_urls)),
]
