/** Marks the app's icon when something is new: in the tab, and with the count on an installed app's icon, if the platform can. */
export const markAppIcon = (unread: number): void => {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", unread > 0 ? "/icon-unread.svg" : "/icon.svg");
  if (!("setAppBadge" in navigator)) return;
  const done = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  done.catch(() => undefined); // not installed: there is no icon
};
