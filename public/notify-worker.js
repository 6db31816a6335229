// Shows what the page asks it to and opens the page again. It answers no request and keeps nothing: no page is ever old
// because of it, and a notification never decides.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/inbox";
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((each) => "focus" in each);
      return page ? page.focus() : self.clients.openWindow(path);
    }),
  );
});
