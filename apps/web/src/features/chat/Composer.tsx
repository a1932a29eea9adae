import { type Mint, messageMaxCharacters } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { Mic, SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, Suspense, useEffectEvent, useState } from "react";
import { drafts } from "../../shared/storage/drafts.ts";
import { AttachButton, addFiles, canRecord, FilesTray, pasteFiles, useFiles, VoiceRecorder } from "../media/index.ts";
import { outbox } from "./outbox.ts";

/** The field to write in: Enter sends, Shift and Enter begin a new line. What is not sent is there again after a while. */
export const Composer = ({ mint, name }: { mint: Mint; name: string }) => {
  const [text, setText] = useState(() => drafts.read(mint));
  const trimmed = text.trim();
  const write = (next: string) => {
    setText(next);
    drafts.write(mint, next);
  };
  const files = useFiles(mint, (attachments) => sendWith(attachments));
  const [isRecording, setIsRecording] = useState(false);
  const isEmpty = trimmed === "" && files.files.length === 0;
  // When the last file has arrived, with what is written by then.
  const sendWith = useEffectEvent((attachments: readonly string[]) => {
    outbox().send(mint, { text: trimmed, ...(attachments.length > 0 ? { attachments: [...attachments] } : {}) });
    write("");
  });
  const send = () => {
    if (!isEmpty) files.submit();
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
      className="mx-3 mb-[max(--spacing(3),env(safe-area-inset-bottom))] shrink-0 rounded-card bg-raised focus-within:outline-2 focus-within:outline-ember lg:mx-4 lg:mb-4"
    >
      <FilesTray {...files} />
      <div className="flex min-h-12 items-end gap-1 p-0.5">
        {isRecording ? (
          <Suspense>
            <VoiceRecorder
              onCancel={() => setIsRecording(false)}
              onDone={(recording, isSent) => {
                setIsRecording(false);
                addFiles(mint, [recording.file], { waveform: recording.waveform });
                if (isSent) files.submit();
              }}
            />
          </Suspense>
        ) : (
          <>
            <AttachButton mint={mint} />
            <textarea
              aria-label="Message"
              placeholder={`Message ${name}`}
              rows={1}
              maxLength={messageMaxCharacters}
              value={text}
              onChange={(event) => write(event.target.value)}
              onKeyDown={press}
              onPaste={pasteFiles(mint)}
              className="field-sizing-content max-h-50 min-h-11 min-w-0 flex-1 resize-none bg-transparent px-3 py-2.5 text-base outline-none placeholder:text-muted lg:text-sm lg:leading-6"
            />
            {isEmpty && canRecord() ? (
              <IconButton label="Record a voice note" onClick={() => setIsRecording(true)}>
                <Mic aria-hidden size={20} />
              </IconButton>
            ) : null}
            {isEmpty ? null : (
              <button
                type="submit"
                aria-label="Send"
                title="Send"
                className="flex size-11 shrink-0 items-center justify-center rounded-control bg-ember text-on-ember hover:bg-ember-strong"
              >
                <SendHorizontal aria-hidden size={20} />
              </button>
            )}
          </>
        )}
      </div>
    </form>
  );
};
