import { Dialog, type DialogHeights } from "@tribe/ui/dialog";
import { type ReactNode, useContext, useEffect } from "react";
import { NextLine } from "../flow/NextLine.tsx";
import { useStore } from "../state/store.ts";
import { DialogIdContext, dialogStack, dialogs, focusAfterDialogs } from "./dialogs.ts";

export interface DialogFrameProps {
  title: string;
  /** Passed to `Dialog`, like `picture` and `minHeight`. */
  subject?: string;
  picture?: ReactNode;
  description?: ReactNode;
  /** While set, nothing closes the dialog. */
  busy?: boolean;
  minHeight?: DialogHeights;
  children: ReactNode;
}

/** The frame of every dialog: connects closing, the busy state and the line about the next step. */
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
