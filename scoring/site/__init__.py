"""The site as a whole: backups, the club's file, the doctor, health, the admin, errors."""
