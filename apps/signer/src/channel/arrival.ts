import { openChannel } from "./between-pages.ts";

const channelName = "tribe-wallet-arrived";

/** Notifies other pages of this origin in this browser that a wallet has arrived. */
export const announceArrival = (): void => {
  const channel = openChannel(channelName);
  channel.postMessage(null);
  channel.close();
};

/**
 * Calls `look` on that notification, and when the page becomes visible: a phone may have suspended it meanwhile. The message only
 * says that it is worth checking; nothing in it is trusted.
 */
export const onMaybeArrived = (look: () => void): (() => void) => {
  const channel = openChannel(channelName);
  channel.onmessage = look;
  const onVisible = () => {
    if (document.visibilityState === "visible") look();
  };
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    channel.close();
    document.removeEventListener("visibilitychange", onVisible);
  };
};
