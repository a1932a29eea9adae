import { type Mint, messageMaxCharacters } from "@tribe/contract";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { drafts } from "../../shared/storage/drafts.ts";
import { outbox } from "./outbox.ts";

/** The field to write in: Enter sends, Shift and Enter begin a new line. What is not sent is there again after a while. */
export const Composer = ({ mint, name }: { mint: Mint; name: string }) => {
  const [text, setText] = useState(() => drafts.read(mint));
  const trimmed = text.trim();
  const write = (next: string) => {
    setText(next);
    drafts.write(mint, next);
  };
  const send = () => {
    if (trimmed === "") return;
    outbox().send(mint, { text: trimmed });
    write("");
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
    <form
      onSubmit={submit}
      className="mx-3 mb-[max(--spacing(3),env(safe-area-inset-bottom))] flex min-h-12 shrink-0 items-end gap-1 rounded-card bg-raised p-0.5 focus-within:outline-2 focus-within:outline-ember lg:mx-4 lg:mb-4"
    >
      <textarea
        aria-label="Message"
        placeholder={`Message ${name}`}
        rows={1}
        maxLength={messageMaxCharacters}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-50 min-h-11 min-w-0 flex-1 resize-none bg-transparent px-3 py-2.5 text-base outline-none placeholder:text-muted lg:text-sm lg:leading-6"
      />
      {trimmed === "" ? null : (
        <button
          type="submit"
          aria-label="Send"
          title="Send"
          className="flex size-11 shrink-0 items-center justify-center rounded-control bg-ember text-on-ember hover:bg-ember-strong"
        >
          <SendHorizontal aria-hidden size={20} />
        </button>
      )}
    </form>
  );
};
