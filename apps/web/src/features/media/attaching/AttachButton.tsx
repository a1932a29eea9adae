import type { Mint } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { Paperclip } from "@tribe/ui/icons";
import { useRef } from "react";
import { addFiles } from "./add-files.ts";

/** Chooses files for the message that is being written. */
export const AttachButton = ({ mint, disabled = false }: { mint: Mint; disabled?: boolean }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label="Files to add"
        onChange={(event) => {
          addFiles(mint, event.target.files ?? []);
          // Cleared, so that choosing the same file again fires a change.
          event.target.value = "";
        }}
      />
      <IconButton label="Add files" disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden size={20} />
      </IconButton>
    </>
  );
};
