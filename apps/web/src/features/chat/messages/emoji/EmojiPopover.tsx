import { Popover } from "@base-ui/react/popover";
import { Loading, Skeleton } from "@tribe/ui";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { mainElement } from "../main-element.ts";

const EmojiGrid = lazy(() => import("./EmojiGrid.tsx").then((m) => ({ default: m.EmojiGrid })));

/** A button that opens the emoji grid: beside it, or on a phone at the bottom, where a keyboard would be. */
export const EmojiPopover = ({
  label,
  className,
  onPick,
  onOpenChange,
  children,
}: {
  label: string;
  className: string;
  onPick: (emoji: string) => void;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}) => {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger aria-label={label} title={label} className={className}>
        {children}
      </Popover.Trigger>
      <Popover.Portal container={mainElement()}>
        <Popover.Positioner
          positionMethod="fixed"
          sideOffset={8}
          collisionPadding={8}
          className="z-50 max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:transform-none!"
        >
          <Popover.Popup
            aria-label="Emoji"
            className="w-[22rem] rounded-card border border-line bg-surface p-3 shadow-lift outline-none max-sm:w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[max(--spacing(3),env(safe-area-inset-bottom))]"
          >
            <Suspense
              fallback={
                <Loading label="Loading emoji">
                  <Skeleton className="h-64" />
                </Loading>
              }
            >
              <EmojiGrid
                onPick={(emoji) => {
                  onPick(emoji);
                  change(false);
                }}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
