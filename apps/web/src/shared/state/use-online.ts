import { useSyncExternalStore } from "react";

const subscribe = (notify: () => void) => {
  addEventListener("online", notify);
  addEventListener("offline", notify);
  return () => {
    removeEventListener("online", notify);
    removeEventListener("offline", notify);
  };
};

/** Whether the browser believes to have a network, now. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

/** Whether the browser believes to have a network. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
