"""What gunicorn serves: `gunicorn clubsite.wsgi`."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")

application = get_wsgi_application()
settings.SECRET_KEY  # noqa: B018 - one that is damaged is said now, not to whoever asks first
