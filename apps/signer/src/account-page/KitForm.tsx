import { Button, TextField } from "@tribe/ui";
import { useId, useState } from "react";
import { Fault } from "../view/Fault.tsx";
import { useWork } from "./use-work.ts";

interface KitFormProps {
  readonly action: string;
  /** Its button is the page's main one. */
  readonly isMain?: boolean;
  /** Rejects with the error to show. */
  readonly onOpen: (text: string, passphrase: string) => Promise<void>;
}

/** Takes a kit's file and passphrase. Neither leaves this page. */
export const KitForm = ({ action, isMain = true, onOpen }: KitFormProps) => {
  const { isBusy, fault, press } = useWork();
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState("");
  const id = useId();
  const open = press(async () => {
    if (file) await onOpen(await file.text(), passphrase);
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        open(event);
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium text-muted">
          The kit's file
        </label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          className="w-full rounded-control border border-line-strong bg-bg p-2 text-sm file:mr-3 file:min-h-9 file:rounded-control file:border-0 file:bg-raised file:px-3 file:font-medium file:text-text"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </div>
      <TextField
        label="Its passphrase"
        hint="Seven groups of four characters"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={passphrase}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      <Fault message={fault} />
      <Button
        variant={isMain ? "primary" : "secondary"}
        type="submit"
        busy={isBusy}
        disabled={file === null || passphrase.trim() === ""}
      >
        {action}
      </Button>
    </form>
  );
};
