/* How the script of a page asks the site. */

/* The cookie of now: signing in meanwhile, in another tab, has changed it. With HTTPS its name has
   a prefix (scoring/common/cookies.py). */
export const csrfToken = () =>
  document.cookie.match(/(?:^|; )__Host-csrftoken=([^;]+)/)?.[1] ??
  document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];

/* Returns a form of this page as it is sent: with the cookie of now. */
export function sign(form) {
  if (form?.has("csrfmiddlewaretoken")) form.set("csrfmiddlewaretoken", csrfToken());
  return form;
}

/* Returns what the work returns, and `otherwise` where it fails or takes longer than so many
   milliseconds: its signal then ends what it fetches. */
export async function inTime(limit, work, otherwise) {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), limit);
  try {
    return await work(given.signal);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
