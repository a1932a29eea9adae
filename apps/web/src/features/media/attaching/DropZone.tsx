import type { Mint } from "@tribe/contract";
import { Upload } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from "react";
import { addFiles } from "./add-files.ts";

/** Takes files that are dropped anywhere on a chat. */
export const DropZone = ({ mint, children }: { mint: Mint; children: ReactNode }) => {
  const [isOver, setIsOver] = useState(false);
  // Counts enter and leave events, which also fire when the pointer moves between elements inside.
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const move = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setIsOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the button and by pasting
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        addFiles(mint, event.dataTransfer.files);
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
    addFiles(mint, files);
  };
