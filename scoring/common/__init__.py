"""What several features use: answers to forms, access, secret links, throttles, versions, PDFs."""
