import { Dialog as Centred } from "@base-ui/react/dialog";
import { Drawer as Sheet } from "@base-ui/react/drawer";
import { type ReactNode, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { X } from "./icons/index.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** Heights in pixels, of a bottom sheet (narrower, so its lines break sooner) and of a centred dialog. */
export interface DialogHeights {
  readonly sheet: number;
  readonly centred: number;
}

export interface DialogProps {
  open: boolean;
  /** Called on Escape, a press outside, a swipe or the close button; never while `busy`. */
  onClose: () => void;
  /** Called when the closing animation is over and the dialog may be unmounted. */
  onClosed?: () => void;
  title: string;
  /**
   * The name at the end of the title, for example of a person. With it the title is one line, and a long name ends in an
   * ellipsis.
   */
  subject?: string | undefined;
  /** A picture of the subject, before the title. */
  picture?: ReactNode;
  description?: ReactNode;
  /** Work is running that closing would lose: the dialog cannot be closed. */
  busy?: boolean;
  /** Minimum height, if the screen has it: for content that changes by itself, so that the dialog does not jump. */
  minHeight?: DialogHeights | undefined;
  /** Where the focus goes after closing; null leaves it to the browser. */
  focusAfter: () => HTMLElement | null;
  children: ReactNode;
}

// Neither popup clips its content to its rounded corners: with a scrolling list inside, the browser would have to mask every
// frame, which takes a phone longer than handling a key press. Content that reaches a corner is itself rounded.
const backdrop =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0";
const contentOf = ({ minHeight }: DialogProps) =>
  classes("dialog-content px-5 pt-3 pb-5", minHeight !== undefined && "flex grow flex-col");
const styleOf = ({ minHeight }: DialogProps, layout: keyof DialogHeights) =>
  minHeight === undefined ? undefined : { minHeight: `min(${minHeight[layout]}px, 92%)` };

/**
 * A modal dialog: centred on a wide screen, a bottom sheet under 640 px. Traps the focus and returns it. While it is open it stays
 * what it is: the other form would begin its content anew, without what is typed, when somebody turns their phone.
 */
export const Dialog = (props: DialogProps) => {
  const isNarrow = useMediaQuery("(max-width: 639.98px)");
  const [isSheet, setIsSheet] = useState(isNarrow);
  if (!props.open && isSheet !== isNarrow) setIsSheet(isNarrow);
  return isSheet ? <SheetDialog {...props} /> : <CentredDialog {...props} />;
};

/** Opening, closing and focus, which both layouts share. */
const useConduct = ({ open, onClose, onClosed, busy = false, focusAfter }: DialogProps) => {
  const popup = useRef<HTMLDivElement>(null);
  return {
    root: {
      open,
      // Refused here and not by `disablePointerDismissal`: with that, Base UI no longer returns the focus to the dialog when
      // the focused element is removed, and the next Tab would be in the page behind.
      onOpenChange: (next: boolean, details: { cancel: () => void }) => {
        if (next) return;
        if (busy) details.cancel();
        else onClose();
      },
      onOpenChangeComplete: (isOpen: boolean) => {
        if (!isOpen) onClosed?.();
      },
    },
    popup: {
      ref: popup,
      /**
       * Focuses the first text field, else the dialog itself, so that its title is read. On touch never a field: the keyboard
       * would cover half of the dialog.
       */
      initialFocus: (interaction: string) =>
        (interaction === "touch" ? null : popup.current?.querySelector<HTMLElement>("input, textarea")) ??
        popup.current,
      finalFocus: focusAfter,
      "aria-busy": busy || undefined,
    },
  };
};

/** Title, close button and description, with the components of either layout. */
const Head = ({
  of: Part,
  title,
  subject,
  picture,
  description,
  busy,
}: DialogProps & { of: typeof Centred | typeof Sheet }) => (
  <>
    <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-1">
      <div className={classes("flex min-w-0 gap-3", picture !== undefined && "-mt-2 items-center")}>
        {picture}
        <Part.Title
          title={subject}
          className={classes(
            "min-w-0 font-display text-lg font-semibold",
            subject === undefined ? "text-balance break-words" : "flex",
          )}
        >
          {subject === undefined ? (
            title
          ) : (
            <>
              <span className="whitespace-pre">{title} </span>
              <bdi className="truncate">{subject}</bdi>
            </>
          )}
        </Part.Title>
      </div>
      <Part.Close
        className="-mt-2.5 -mr-3 flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-text disabled:opacity-40"
        aria-label="Close"
        disabled={busy}
      >
        <X aria-hidden size={20} />
      </Part.Close>
    </div>
    {description ? (
      <Part.Description render={<div />} className="px-5 pb-1 text-sm text-muted">
        {description}
      </Part.Description>
    ) : null}
  </>
);

const CentredDialog = (props: DialogProps) => {
  const { root, popup } = useConduct(props);
  return (
    <Centred.Root {...root}>
      <Centred.Portal>
        <Centred.Backdrop className={backdrop} />
        <Centred.Viewport className="fixed inset-x-0 top-0 bottom-(--tribe-keyboard) z-50 flex items-center justify-center p-4">
          <Centred.Popup
            {...popup}
            style={styleOf(props, "centred")}
            className="flex max-h-full w-full max-w-md flex-col rounded-card border border-line bg-surface text-text shadow-lift outline-none transition duration-150 data-[ending-style]:scale-98 data-[ending-style]:opacity-0 data-[starting-style]:scale-98 data-[starting-style]:opacity-0"
          >
            <Head of={Centred} {...props} />
            <div className={contentOf(props)}>{props.children}</div>
          </Centred.Popup>
        </Centred.Viewport>
      </Centred.Portal>
    </Centred.Root>
  );
};

const SheetDialog = (props: DialogProps) => {
  const { root, popup } = useConduct(props);
  return (
    <Sheet.Root {...root}>
      <Sheet.Portal>
        <Sheet.Backdrop className={backdrop} />
        <Sheet.Viewport className="fixed inset-x-0 top-0 bottom-(--tribe-keyboard) z-50 flex items-end justify-center">
          <Sheet.Popup
            {...popup}
            style={styleOf(props, "sheet")}
            className={classes(
              "flex max-h-[calc(92dvh-var(--tribe-keyboard))] w-full flex-col rounded-t-card border-t border-line bg-surface pb-[max(0px,calc(env(safe-area-inset-bottom)-var(--tribe-keyboard)))] text-text shadow-lift outline-none",
              "[transform:translateY(var(--drawer-swipe-movement-y))] transition-transform duration-200 ease-out data-[ending-style]:[transform:translateY(100%)] data-[starting-style]:[transform:translateY(100%)]",
            )}
          >
            <span aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong" />
            <Head of={Sheet} {...props} />
            <Sheet.Content className={contentOf(props)}>{props.children}</Sheet.Content>
          </Sheet.Popup>
        </Sheet.Viewport>
      </Sheet.Portal>
    </Sheet.Root>
  );
};
