import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { idle } from "../../shared/time/idle.ts";

/** Keyboard shortcuts for devices with a keyboard, assumed from a mouse or the like. Renders nothing. */
export const Shortcuts = () => {
  const router = useRouter();
  useEffect(() => {
    if (!matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    // Nobody presses a shortcut before the page stands.
    void idle()
      .then(() => import("./bind-shortcuts.ts"))
      .then(({ bindShortcuts }) => {
        if (!isGone) stop = bindShortcuts(router);
      })
      .catch(() => undefined); // without them everything is a click away
    return () => {
      isGone = true;
      stop?.();
    };
  }, [router]);
  return null;
};
