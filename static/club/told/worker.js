/* The service worker that shows notifications and opens the page of each. It keeps nothing,
   and answers for no page. What is of this site stands before it as SITE
   (scoring/public/views/notifications.py). */
const here = (path) => {
  const url = new URL(path || "/", location.origin);
  return url.origin === location.origin ? url.href : location.origin;
};

async function show({ id, tag, title, body, path }) {
  /* Sent twice, because the answer got lost: it does not ring again. */
  const shown = await registration.getNotifications({ tag });
  const again = shown.some((one) => one.data?.id === id);
  await registration.showNotification(title, {
    tag,
    body,
    icon: SITE.icon,
    badge: SITE.icon,
    renotify: !again,
    silent: again,
    data: { id, path },
  });
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  let said;
  try {
    said = event.data.json();
  } catch {
    /* A browser wants to see something for whatever came. */
    said = { id: 0, tag: "news", title: "News", body: "Open your page to see it.", path: "" };
  }
  event.waitUntil(show(said));
});

async function open(url) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === new URL(url).pathname);
  return page ? page.focus() : clients.openWindow(url);
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(here(event.notification.data?.path)));
});

async function move({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return; /* the page notices, and offers it anew */
  const fresh =
    newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = fresh.toJSON();
  const body = new URLSearchParams({ before: oldSubscription.endpoint, endpoint, ...keys });
  await fetch(SITE.moved, { method: "POST", body });
}

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move(event)));
