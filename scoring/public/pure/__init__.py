"""What public pages are made of without a database."""
