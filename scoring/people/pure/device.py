"""What a browser says it is, in words."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
"""Signs in a User-Agent, each before those that it also contains."""
DEVICES = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "a Chromebook"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Return the browser and the device of a User-Agent header, such as "Safari on an iPhone"."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "A browser")
    device = next((name for sign, name in DEVICES if sign in user_agent), "an unknown device")
    return f"{browser} on {device}"
