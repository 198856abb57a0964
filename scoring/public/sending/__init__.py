"""Send notifications to phones' push services and by e-mail."""
