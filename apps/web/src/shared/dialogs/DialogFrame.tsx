import { Dialog, type DialogHeights } from "@tribe/ui/dialog";
import { type ReactNode, useContext, useEffect } from "react";
import { NextLine } from "../flow/NextLine.tsx";
import { useStore } from "../state/store.ts";
import { DialogIdContext, dialogStack, dialogs, focusAfterDialogs } from "./dialogs.ts";

export interface DialogFrameProps {
  title: string;
  /** As of `Dialog`, as `picture` and `minHeight`. */
  subject?: string;
  picture?: ReactNode;
  description?: ReactNode;
  /** Nothing closes the dialog while this is set. */
  busy?: boolean;
  minHeight?: DialogHeights;
  children: ReactNode;
}

/** What every dialog is drawn in: wires closing, the busy state and the line of what comes next. */
export const DialogFrame = ({
  title,
  subject,
  picture,
  description,
  busy = false,
  minHeight,
  children,
}: DialogFrameProps) => {
  const id = useContext(DialogIdContext);
  const entry = useStore(dialogStack).entries.find((candidate) => candidate.id === id);
  useEffect(() => {
    dialogs.setBusy(id, busy);
    return () => dialogs.setBusy(id, false);
  }, [id, busy]);
  return (
    <Dialog
      open={entry ? !entry.isClosing : false}
      onClose={() => dialogs.dismiss(id)}
      onClosed={() => dialogs.remove(id)}
      title={title}
      subject={subject}
      picture={picture}
      description={description}
      busy={busy}
      minHeight={minHeight}
      focusAfter={focusAfterDialogs}
    >
      {children}
      {/* What explains on the way is no step of it. */}
      {entry?.name === "text" ? null : <NextLine />}
    </Dialog>
  );
};
