import { useRouterState } from "@tanstack/react-router";
import { milliseconds } from "@tribe/contract";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Toaster, toast, useSonner } from "sonner";
import { dialogStack } from "../../shared/dialogs/dialogs.ts";
import { toastsStand } from "../../shared/notices/toast.ts";
import { useStore } from "../../shared/state/store.ts";
import { shownTheme } from "../../shared/state/theme.ts";

/** Together they are no taller. Pixels. */
const maxBars = 120;
/** The bars of a page that has its own: a header at its top, and in a Tribe on a phone the tabs below that. */
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
  // Lower down it is another thing's header, or has been scrolled away.
  return Math.max(
    top,
    ...ends.filter((bar) => bar.top >= top && bar.bottom < top + maxBars).map(({ bottom }) => bottom),
  );
};

/**
 * Where the bars at the top of the page end, in pixels. Measured, because local mode and a lost connection have bars of their
 * own above.
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
    // What comes and goes above the page makes it smaller or larger.
    const size = new ResizeObserver(look);
    size.observe(page);
    return () => size.disconnect();
  }, [path, count]);
  return end;
};

/** A link below the words, as in the dialogs: beside them it would break them apart on a phone. Pressed on 44 px, which its row is not. */
const actionLook = "!-my-3 !ml-6 !h-11 !bg-transparent !px-0 !text-sm !text-text underline underline-offset-2";

/**
 * Lets who goes on by Tab leave the notices. The library puts the focus back to where it came from whenever it leaves them: right when one
 * is closed, and a trap at the end of the page, whose last link and last notice would follow each other for ever.
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
 * Short notices, below the bars at the top, which hold the way back: at a phone's bottom they would lie over what was just
 * said, the field to say it in, and the main button. While a phone's sheet is open they stand beside it.
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
