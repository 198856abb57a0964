"""What reaches people outside: public pages, player pages, notifications, the API."""
