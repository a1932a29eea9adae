import { type ComponentType, useEffect, useState } from "react";
import { toastsWanted } from "../../shared/notices/toast.ts";
import { useStore } from "../../shared/state/store.ts";
import { loadToasts } from "./preload.ts";

/**
 * Loads the component that renders toasts with the first of them. Without a network the next toast tries again, and shows both.
 */
export const ToastHost = () => {
  const isWanted = useStore(toastsWanted);
  const [Shown, setShown] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    loadToasts().then(
      ({ Toasts }) => setShown(() => Toasts),
      () => toastsWanted.set(false),
    );
  }, [isWanted]);
  return Shown ? <Shown /> : null;
};
