"""Everything that reaches people outside: public pages, player pages, notifications and the API."""
