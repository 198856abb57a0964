"""Code shared by several features, such as form responses, access, secret links, throttles,
versions and PDFs."""
