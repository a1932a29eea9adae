import { type ComponentType, useEffect, useState } from "react";
import { useStore } from "../shared/store.ts";
import { toastsWanted } from "../shared/toast.ts";
import { loadToasts } from "./preload.ts";

/** Loads what draws notices with the first of them. Without a network the next notice tries again, and shows both. */
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
