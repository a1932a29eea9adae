import { useQuery } from "@tanstack/react-query";
import { type ChatMessage, charactersOf, messageMaxCharacters, type Uid } from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";
import { IconButton, Spinner } from "@tribe/ui";
import { Check, Lock, Mic, SendHorizontal, Smile } from "@tribe/ui/icons";
import {
  type FormEvent,
  type KeyboardEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { wordsOf } from "../../../shared/api/errors.ts";
import { dialogStack } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { realtime } from "../../../shared/realtime/connection.ts";
import { useStore } from "../../../shared/state/store.ts";
import { drafts } from "../../../shared/storage/drafts.ts";
import {
  AttachButton,
  addFiles,
  canRecord,
  durationWords,
  FilesTray,
  pasteFiles,
  useFiles,
  VoiceRecorder,
} from "../../media/index.ts";
import { editText } from "../messages/actions/commands.ts";
import { EmojiPopover } from "../messages/emoji/EmojiPopover.tsx";
import { pendingSends } from "../pending-sends.ts";
import type { Room } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";
import { ComposerBar } from "./ComposerBar.tsx";
import { MentionList } from "./MentionList.tsx";
import { candidates, completed, mentionsIn, openMention } from "./mentions.ts";
import type { ComposerTask } from "./task.ts";
import { createThrottle } from "./throttle.ts";
import { useSlowMode } from "./use-slow-mode.ts";

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
  lastOwn,
}: {
  room: Room | null;
  task: ComposerTask;
  onTask: (task: ComposerTask) => void;
  /** A voice recorder replaces the field. */
  isRecording: boolean;
  onRecordingEnd: () => void;
  onSent: () => void;
  lastOwn: () => ChatMessage | null;
}) => {
  const { mint, name, me, isChief, record } = useRoomParts();
  const { data: members = [] } = useQuery(subscribersQuery(mint));
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [text, setText] = useState(() => drafts.read(mint));
  const [caret, setCaret] = useState(0);
  const [marked, setMarked] = useState(0);
  const [isMentionLeft, setMentionLeft] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const chosen = useRef(new Map<string, Uid>());
  const [typing] = useState(() => createThrottle(() => realtime().typing(mint)));
  const slow = useSlowMode(room, isChief);
  const edited = task.kind === "edit" ? task.message : null;
  const files = useFiles(mint, (attachments) => sendWith(attachments));

  useEffect(() => {
    if (!edited) return;
    setText(edited.text);
  }, [edited]);
  // A menu that led here returns the focus to its message first.
  const isCovered = useStore(dialogStack).entries.length > 0;
  useEffect(() => {
    if (task.kind === "new" || isCovered) return;
    const turn = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(turn);
  }, [task, isCovered]);

  const others = members.filter(({ uid }) => uid !== me);
  const open = isMentionLeft ? null : openMention(text, caret);
  const offered = open ? candidates(others, open.query) : [];
  const at = Math.min(marked, Math.max(offered.length - 1, 0));
  const trimmed = isEmptyText(text) ? "" : text.trim();
  const length = charactersOf(trimmed);
  const over = length - messageMaxCharacters;
  const isEmpty = trimmed === "" && (edited !== null || files.files.length === 0);
  const canSend = !isEmpty && over <= 0 && !isSaving && (edited !== null || slow === 0);

  const write = (next: string, at = next.length) => {
    setText(next);
    setCaret(at);
    setMarked(0);
    setMentionLeft(false);
    if (!edited) drafts.write(mint, next);
  };
  const insert = (piece: string) => {
    const from = field.current?.selectionStart ?? text.length;
    const to = field.current?.selectionEnd ?? text.length;
    write(text.slice(0, from) + piece + text.slice(to), from + piece.length);
    focusAt(from + piece.length);
  };
  const focusAt = (place: number) =>
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(place, place);
    });
  const leave = () => {
    setText(drafts.read(mint));
    onTask({ kind: "new" });
    field.current?.focus();
  };
  const complete = (person: { uid: Uid; displayName: string }) => {
    if (!open) return;
    chosen.current.set(person.displayName, person.uid);
    const next = completed(text, open, person.displayName);
    write(next.text, next.caret);
    focusAt(next.caret);
  };

  const save = async (message: ChatMessage) => {
    setSaving(true);
    try {
      await editText(message, trimmed, mentionsIn(trimmed, others, chosen.current));
      leave();
    } catch (error) {
      toast.error(wordsOf(error).title);
    } finally {
      setSaving(false);
    }
  };
  // With files it is sent after the last upload, with the text of that moment.
  const sendWith = useEffectEvent((attachments: readonly string[]) => {
    const mentions = mentionsIn(trimmed, others, chosen.current);
    pendingSends().send(mint, {
      text: trimmed,
      ...(task.kind === "reply" ? { replyTo: task.message.id } : {}),
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(attachments.length > 0 ? { attachments: [...attachments] } : {}),
    });
    write("");
    chosen.current.clear();
    onSent();
  });
  const send = () => {
    if (!canSend) return;
    if (edited) void save(edited);
    else files.submit();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  // The keys of an input method never come here (`keepComposingKeys`).
  const press = (event: KeyboardEvent) => {
    const person = offered[at];
    if (person && handleMention(event, person)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && task.kind !== "new") {
      event.preventDefault();
      leave();
    } else if (event.key === "ArrowUp" && text === "" && task.kind === "new") {
      const last = lastOwn();
      if (last && last.text !== "") {
        event.preventDefault();
        onTask({ kind: "edit", message: last });
      }
    }
  };
  const handleMention = (event: KeyboardEvent, person: { uid: Uid; displayName: string }): boolean => {
    switch (event.key) {
      case "ArrowDown":
        setMarked((at + 1) % offered.length);
        break;
      case "ArrowUp":
        setMarked((at + offered.length - 1) % offered.length);
        break;
      case "Enter":
      case "Tab":
        complete(person);
        break;
      case "Escape":
        setMentionLeft(true);
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  };

  if (room?.settings.onlyChiefWrites && !isChief)
    return (
      <p className="mx-3 mb-[max(--spacing(3),calc(env(safe-area-inset-bottom)-var(--tribe-keyboard)))] flex min-h-12 shrink-0 items-center justify-center gap-2 rounded-card bg-surface px-4 text-center text-sm text-muted lg:mx-4 lg:mb-4">
        <Lock aria-hidden size={16} />
        Only the Chief writes here right now.
      </p>
    );
  return (
    <form
      onSubmit={submit}
      className="relative mx-3 mb-[max(--spacing(3),calc(env(safe-area-inset-bottom)-var(--tribe-keyboard)))] flex shrink-0 flex-col rounded-card bg-raised p-0.5 focus-within:outline-2 focus-within:outline-ember lg:mx-4 lg:mb-4"
    >
      {offered.length > 0 ? <MentionList id={listId} people={offered} marked={at} onPick={complete} /> : null}
      {task.kind === "new" ? null : <ComposerBar task={task} me={me} onLeave={leave} />}
      {edited ? null : <FilesTray {...files} />}
      {isRecording ? (
        <div className="flex min-h-12 items-end">
          <Suspense>
            <VoiceRecorder
              onCancel={onRecordingEnd}
              onDone={(recording, isSent) => {
                onRecordingEnd();
                addFiles(mint, [recording.file], { waveform: recording.waveform });
                if (isSent) files.submit();
              }}
            />
          </Suspense>
        </div>
      ) : (
        <div className="flex min-h-12 items-end gap-0.5">
          {edited ? null : <AttachButton mint={mint} />}
          <textarea
            ref={field}
            aria-label="Message"
            aria-autocomplete="list"
            aria-controls={offered.length > 0 ? listId : undefined}
            aria-activedescendant={offered.length > 0 ? `${listId}-${at}` : undefined}
            aria-describedby={`${listId}-state`}
            aria-invalid={over > 0 || undefined}
            placeholder={`Message ${name}`}
            dir="auto"
            rows={1}
            value={text}
            onChange={({ target }) => {
              write(target.value, target.selectionStart);
              if (target.value !== "" && !edited) typing();
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={press}
            onPaste={edited ? undefined : pasteFiles(mint)}
            className="field-sizing-content max-h-[min(200px,calc((100dvh-var(--tribe-keyboard))*0.3))] min-h-11 min-w-0 flex-1 resize-none bg-transparent px-1 py-2.5 text-base first:pl-3 outline-none hint-fades lg:text-sm lg:leading-6"
          />
          <EmojiPopover label="Emoji" className={tool} onPick={insert}>
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
