import type { useRouter } from "@tanstack/react-router";
import { tinykeys } from "tinykeys";
import { dialogStack, dialogs } from "../../shared/dialogs/dialogs.ts";
import { openCreate } from "../../shared/flow/openers.ts";
import { focusSearch } from "../../shared/hand/focus-search.ts";
import { isTyping, type ShortcutName, shortcuts } from "../../shared/hand/shortcuts.ts";

/** Binds the listed shortcuts, except while typing or in a dialog. @returns a function that unbinds them */
export const bindShortcuts = (router: ReturnType<typeof useRouter>): (() => void) => {
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
  return tinykeys(window, bindings);
};
