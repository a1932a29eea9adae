import { type ChatMessage, messageMaxCharacters } from "@tribe/contract";
import { IconButton, Spinner } from "@tribe/ui";
import { Check, Lock, Mic, SendHorizontal, Smile } from "@tribe/ui/icons";
import { Suspense, useId, useRef } from "react";
import {
  AttachButton,
  addFiles,
  canRecord,
  durationWords,
  FilesTray,
  pasteFiles,
  VoiceRecorder,
} from "../../media/index.ts";
import { EmojiPopover } from "../messages/emoji/EmojiPopover.tsx";
import type { Room } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";
import { ComposerBar } from "./ComposerBar.tsx";
import { FormatMenu } from "./FormatMenu.tsx";
import { FormattedField } from "./FormattedField.tsx";
import { MentionList } from "./MentionList.tsx";
import type { ComposerTask } from "./task.ts";
import { type ReturnedMessage, useComposer } from "./use-composer.ts";
import { useHasSelection } from "./use-has-selection.ts";

/** From this length on the count is shown. */
const countFrom = messageMaxCharacters - 200;

const tool =
  "flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text disabled:opacity-50";

/**
 * The field for messages: Enter sends, Shift and Enter begin a new line, the Up arrow in an empty field edits the last message.
 * An unsent draft is restored later.
 */
export const Composer = ({
  room,
  task,
  onTask,
  isRecording,
  onRecordingEnd,
  onSent,
  returned,
  lastOwn,
}: {
  room: Room | null;
  task: ComposerTask;
  onTask: (task: ComposerTask) => void;
  /** A voice recorder replaces the field. */
  isRecording: boolean;
  onRecordingEnd: () => void;
  onSent: () => void;
  returned: ReturnedMessage | null;
  lastOwn: () => ChatMessage | null;
}) => {
  const { mint, name, me, isChief, record } = useRoomParts();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const hasSelection = useHasSelection(field);
  const composer = useComposer(field, { room, task, onTask, onSent, returned, lastOwn });
  const { text, menu, edited, files, note, slow, length, over, isEmpty, canSend, isSaving } = composer;

  if (room?.settings.onlyChiefWrites && !isChief)
    return (
      <p className="mx-3 mb-[max(--spacing(3),calc(env(safe-area-inset-bottom)-var(--tribe-keyboard)))] flex min-h-12 shrink-0 items-center justify-center gap-2 rounded-card bg-surface px-4 text-center text-sm text-muted lg:mx-4 lg:mb-4">
        <Lock aria-hidden size={16} />
        Only the Chief writes here right now.
      </p>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        composer.send();
      }}
      className="relative mx-3 mb-[max(--spacing(3),calc(env(safe-area-inset-bottom)-var(--tribe-keyboard)))] flex shrink-0 flex-col rounded-card bg-raised p-0.5 focus-within:outline-2 focus-within:outline-ember lg:mx-4 lg:mb-4"
    >
      {menu ? <MentionList id={listId} people={menu.offered} marked={menu.index} onPick={composer.mention} /> : null}
      {hasSelection && text !== "" && !menu && !isRecording ? <FormatMenu onPick={composer.format} /> : null}
      {task.kind === "new" ? null : <ComposerBar task={task} me={me} onLeave={composer.leave} />}
      {edited ? null : <FilesTray files={files} />}
      {edited || note === null ? null : (
        <p role="status" className="px-3 pt-1 pb-0.5 text-xs text-risk">
          {note}
        </p>
      )}
      {isRecording ? (
        <div className="flex min-h-12 items-end">
          <Suspense>
            <VoiceRecorder
              onCancel={onRecordingEnd}
              onDone={(recording, isSent) => {
                onRecordingEnd();
                addFiles(mint, [recording.file], recording);
                if (isSent) composer.submit();
              }}
            />
          </Suspense>
        </div>
      ) : (
        <div className="flex min-h-12 items-end gap-0.5">
          {edited ? null : <AttachButton mint={mint} />}
          <FormattedField
            ref={field}
            aria-label="Message"
            aria-autocomplete="list"
            aria-controls={menu ? listId : undefined}
            aria-activedescendant={menu ? `${listId}-${menu.index}` : undefined}
            aria-describedby={`${listId}-state`}
            aria-invalid={over > 0 || undefined}
            placeholder={`Message ${name}`}
            dir="auto"
            rows={1}
            value={text}
            onChange={({ target }) => composer.type(target.value, target.selectionStart)}
            onSelect={({ currentTarget }) => composer.moveCaret(currentTarget.selectionStart)}
            onKeyDown={composer.press}
            onPaste={edited ? undefined : pasteFiles(mint)}
            className={`max-h-[min(200px,calc((100dvh-var(--tribe-keyboard))*0.3))] min-h-11 bg-transparent ${edited ? "pl-3" : "pl-1"} py-2.5 pr-1 text-base outline-none hint-fades lg:text-sm lg:leading-6`}
          />
          <EmojiPopover label="Emoji" className={tool} onPick={composer.insert}>
            <Smile aria-hidden size={20} />
          </EmojiPopover>
          {isEmpty && !edited && canRecord() ? (
            <IconButton label="Record a voice note" onClick={record}>
              <Mic aria-hidden size={20} />
            </IconButton>
          ) : null}
          {isEmpty ? null : (
            <button
              type="submit"
              aria-label={edited ? "Save" : "Send"}
              title={edited ? "Save" : "Send"}
              aria-disabled={!canSend || undefined}
              data-writes
              className="flex size-11 shrink-0 items-center justify-center rounded-control bg-ember text-on-ember hover:bg-ember-strong aria-disabled:bg-hover aria-disabled:text-muted"
            >
              {isSaving ? (
                <Spinner label="Saving" />
              ) : edited ? (
                <Check aria-hidden size={20} />
              ) : (
                <SendHorizontal aria-hidden size={20} />
              )}
            </button>
          )}
        </div>
      )}
      {/* In the room that is reserved for the typing line, so that nothing moves. */}
      <p
        id={`${listId}-state`}
        className="absolute right-0 bottom-full mb-0.5 flex h-5 items-center gap-4 bg-bg pl-2 text-xs empty:hidden"
      >
        {slow > 0 && !edited ? (
          <span className="text-risk tabular-nums">
            Slow mode: you can write again in {slow < 60 ? `${slow} s` : durationWords(slow * 1_000)}
          </span>
        ) : null}
        {length >= countFrom ? (
          <span role="status" className={`tabular-nums ${over > 0 ? "text-down" : "text-muted"}`}>
            {over > 0 ? `${over} too many` : `${length.toLocaleString()} of ${messageMaxCharacters.toLocaleString()}`}
          </span>
        ) : null}
      </p>
    </form>
  );
};
