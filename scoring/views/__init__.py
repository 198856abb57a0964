"""What a browser may ask for: fetch, form, verb, respond. Who comes in, and by which door:
access.py."""
