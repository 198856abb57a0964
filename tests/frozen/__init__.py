"""What must not change while code moves: written down before, compared after.

    .venv/bin/python -m tests.frozen write FOLDER               this tree, into FOLDER
    .venv/bin/python -m tests.frozen compare FOLDER             exit 1 and what differs from it

The parts: `pages` (every address for every visitor, on the rich club, league and rounds, JSON of
the API included), `queries` (of each of these answers), `sheets`, `club` (its file), `routes` and
`commands` (`manage.py score`, `movement` and `league` on all examples), `pictures` (of one page of
each address, on a phone and a desktop, light and dark; they lie in the folder's `pictures`, and
what a comparison sees in its `pictures-now`). `--only PART …` takes some of them, `--some N` one
thing in N.

Clock and chance stand still (tests/frozen/still.py), so that two runs on one tree are equal.
"""
