const channelName = "tribe-wallet-arrived";

/** Tells this browser's other pages of ours that a wallet came to it. */
export const announceArrival = (): void => {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
};

/**
 * Follows that, and the page's return to sight: a phone may have held it still meanwhile. What is told is only that it is worth
 * looking; nothing in the message is believed.
 */
export const onMaybeArrived = (look: () => void): (() => void) => {
  const channel = new BroadcastChannel(channelName);
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
