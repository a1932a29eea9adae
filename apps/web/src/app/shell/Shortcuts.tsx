import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { dialogStack, dialogs } from "../../shared/dialogs/dialogs.ts";
import { openCreate } from "../../shared/flow/openers.ts";
import { focusSearch } from "../../shared/hand/focus-search.ts";
import { isTyping, type ShortcutName, shortcuts } from "../../shared/hand/shortcuts.ts";
import { idle } from "../../shared/time/idle.ts";

/** Keyboard shortcuts where there is a keyboard: a device with a mouse or the like. Draws nothing. */
export const Shortcuts = () => {
  const router = useRouter();
  useEffect(() => {
    if (!matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    const actions: Record<ShortcutName, () => void> = {
      search: () => void focusSearch(router),
      home: () => void router.navigate({ to: "/" }),
      tribes: () => void router.navigate({ to: "/tribes" }),
      wallet: () => void router.navigate({ to: "/wallet" }),
      you: () => void router.navigate({ to: "/you" }),
      create: openCreate,
      list: () => dialogs.open("shortcuts", { title: "Keyboard shortcuts" }),
    };
    const bindings = Object.fromEntries(
      Object.entries(shortcuts).map(([name, { keys }]) => [
        keys,
        (event: KeyboardEvent) => {
          const isInDialog = dialogStack.get().entries.length > 0;
          if (isInDialog || isTyping(event.target instanceof Element ? event.target : null)) return;
          event.preventDefault();
          actions[name as ShortcutName](); // the keys of `shortcuts`
        },
      ]),
    );
    let stop: (() => void) | null = null;
    let isGone = false;
    // Nobody presses a shortcut before the page stands.
    void idle()
      .then(() => import("tinykeys"))
      .then(({ tinykeys }) => {
        if (!isGone) stop = tinykeys(window, bindings);
      })
      .catch(() => undefined); // without them everything is a click away
    return () => {
      isGone = true;
      stop?.();
    };
  }, [router]);
  return null;
};
