import type { Mint } from "@tribe/contract";
import { Upload } from "@tribe/ui/icons";
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from "react";
import { addDropped } from "./add-files.ts";

/** Takes files that are dropped anywhere on a chat. */
export const DropZone = ({ mint, children }: { mint: Mint; children: ReactNode }) => {
  const [isOver, setIsOver] = useState(false);
  // Counts enter and leave events, which also fire when the pointer moves between elements inside.
  const depth = useRef(0);
  /** A link or a picture of this page is dragged, which the browser may offer as a file, too. */
  const isOwn = useRef(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => !isOwn.current && dataTransfer.types.includes("Files");
  // What a browser drags out of another page is often its address alone. Dropped here, it would open in the chat's place.
  const isAddress = ({ dataTransfer, target }: DragEvent) =>
    !isOwn.current &&
    dataTransfer.types.includes("text/uri-list") &&
    !(target instanceof Element && target.closest("textarea, input"));
  const move = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setIsOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the button and by pasting
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragStart={() => {
        isOwn.current = true;
      }}
      // No pointer moves during a drag. The drag's own end is not heard here when what was dragged has left the page.
      onPointerMove={() => {
        isOwn.current = false;
      }}
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => {
        if (hasFiles(event) || isAddress(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event) && !isAddress(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        addDropped(mint, event.dataTransfer);
      }}
    >
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-20 flex flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed border-ember bg-surface/92 text-ember-text">
          <Upload aria-hidden size={28} />
          <p className="font-semibold">Drop to add</p>
        </div>
      ) : null}
    </div>
  );
};

/** Adds pasted files to the message; pasted text is left to the browser. For a text field's `onPaste`. */
export const pasteFiles =
  (mint: Mint) =>
  (event: ClipboardEvent): void => {
    const { files } = event.clipboardData;
    // Text copied in an office program also brings a picture of that text.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    addDropped(mint, event.clipboardData);
  };
