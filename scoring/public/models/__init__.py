from scoring.public.models.api_tokens import ApiToken
from scoring.public.models.notifications import Notification, Subscription
from scoring.public.models.personal_links import PersonalLink

__all__ = [
    "ApiToken",
    "Notification",
    "PersonalLink",
    "Subscription",
]
