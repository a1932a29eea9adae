import { type Mint, messageMaxCharacters } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { sendMessage } from "./outbox.ts";

/** The field to write in: Enter sends, Shift and Enter begin a new line. */
export const Composer = ({ mint, name }: { mint: Mint; name: string }) => {
  const [text, setText] = useState("");
  const trimmed = text.trim();
  const send = () => {
    if (trimmed === "") return;
    sendMessage(mint, trimmed);
    setText("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    // While a word is being composed (IME), Enter chooses it and does not send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit} className="flex shrink-0 items-end gap-2 border-t border-line p-3">
      <textarea
        aria-label="Message"
        placeholder={`Message ${name}`}
        rows={1}
        maxLength={messageMaxCharacters}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-bg px-3 py-2.5 text-base placeholder:text-muted"
      />
      <Button look="main" type="submit" disabled={trimmed === ""} aria-label="Send">
        <SendHorizontal aria-hidden size={20} />
      </Button>
    </form>
  );
};
