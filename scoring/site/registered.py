"""The site's functions for hooks of the features below it."""

from collections.abc import Iterator

from scoring.people.models import Club
from scoring.public import hooks as public
from scoring.site.club_file.writing import lines, zipped


@public.club_file.register
def _club_file(club: Club) -> Iterator[bytes]:
    return zipped(lines(club, codes=False))
