import { useRouterState } from "@tanstack/react-router";
import { milliseconds } from "@tribe/contract";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Toaster, toast, useSonner } from "sonner";
import { dialogStack } from "../../shared/dialogs/dialogs.ts";
import { toastsStand } from "../../shared/notices/toast.ts";
import { useStore } from "../../shared/state/store.ts";
import { shownTheme } from "../../shared/state/theme.ts";

/** The greatest height of the bars together. Pixels. */
const maxBars = 120;
/** The bars of a page: a header at its top, and in a Tribe on a phone the tabs below it. */
const ownBars = ["nav[aria-label=Tribe]", "header"];

/** From this width on the seats count as one more bar; on a phone that would bring notices to what was just said. Pixels. */
const wide = 640;

const endOfBars = (page: Element): number => {
  const { top } = page.getBoundingClientRect();
  const stage = innerWidth < wide ? null : page.querySelector("[data-stage]");
  // Whoever sits at twelve o'clock, the Chief, would be covered.
  if (stage) return stage.getBoundingClientRect().bottom;
  const ends = ownBars
    .map((bar) => page.querySelector(bar)?.getBoundingClientRect())
    .filter((bar) => bar !== undefined);
  // A bar lower down belongs to something else, or has been scrolled away.
  return Math.max(
    top,
    ...ends.filter((bar) => bar.top >= top && bar.bottom < top + maxBars).map(({ bottom }) => bottom),
  );
};

/**
 * The bottom of the bars at the top of the page, in pixels. Measured, because local mode and a lost connection add their own bars
 * above.
 */
const useEndOfBars = (): number => {
  const [end, setEnd] = useState(0);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const count = useSonner().toasts.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other bars, and tabs may have come since
  useLayoutEffect(() => {
    const page = document.querySelector("#main");
    if (!page) return;
    const look = () => setEnd(endOfBars(page));
    look();
    // Bars that appear and disappear above the page change its height.
    const size = new ResizeObserver(look);
    size.observe(page);
    return () => size.disconnect();
  }, [path, count]);
  return end;
};

/** A link below the words, as in the dialogs: beside them it would break them apart on a phone. Pressed on 44 px, which its row is not. */
const actionLook = "!-my-3 !ml-6 !h-11 !bg-transparent !px-0 !text-sm !text-text underline underline-offset-2";

/**
 * Lets a person leave the toasts by Tab. The library restores the former focus whenever the focus leaves them: right when one is
 * closed, but a trap at the end of the page, where last link and last toast would alternate forever.
 */
const LeftByTab = ({ children }: { children: ReactNode }) => {
  const byTab = useRef(false);
  return (
    <div
      role="presentation"
      className="contents"
      onKeyDownCapture={({ key }) => {
        byTab.current = key === "Tab";
      }}
      onBlurCapture={(event) => {
        if (byTab.current && !event.currentTarget.contains(event.relatedTarget)) event.stopPropagation();
        byTab.current = false;
      }}
    >
      {children}
    </div>
  );
};

/**
 * Toasts, below the bars at the top with the back button: at a phone's bottom they would cover the newest messages, the composer,
 * and the main button. While a phone's sheet is open they stand beside it.
 */
export const Toasts = () => {
  const theme = useStore(shownTheme);
  useEffect(() => toastsStand(toast), []);
  const hasSheet = useStore(dialogStack).entries.length > 0;
  const top = useEndOfBars();
  return (
    <LeftByTab>
      <Toaster
        theme={theme}
        position="top-center"
        // Above an open dialog, which stands in the middle.
        offset={hasSheet ? 12 : top + 8}
        mobileOffset={{ top: hasSheet ? "calc(12px + env(safe-area-inset-top))" : top + 8 }}
        duration={milliseconds.toast}
        toastOptions={{
          classNames: {
            toast: "!flex-wrap !rounded-card !border-line !bg-surface !text-text !shadow-lift !font-sans !text-sm",
            description: "!text-muted",
            content: "!basis-3/4",
            actionButton: `${actionLook} [[data-cancel]+&]:!ml-4`,
            cancelButton: actionLook,
          },
        }}
      />
    </LeftByTab>
  );
};
