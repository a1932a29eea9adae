import { useQuery } from "@tanstack/react-query";
import { type ChatMessage, charactersOf, messageMaxCharacters } from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useReducer, useState } from "react";
import { wordsOf } from "../../../shared/api/errors.ts";
import { dialogStack } from "../../../shared/dialogs/dialogs.ts";
import { wantedComposer } from "../../../shared/hand/wanted-composer.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { realtime } from "../../../shared/realtime/connection.ts";
import { useStore } from "../../../shared/state/store.ts";
import { drafts } from "../../../shared/storage/drafts.ts";
import { assignFiles, useTray } from "../../media/index.ts";
import type { Outgoing } from "../log/chat-lines.ts";
import { editText } from "../messages/actions/commands.ts";
import { pendingSends } from "../pending-sends.ts";
import type { Room } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";
import { type Format, formatOfKey, formatted, isApple } from "./formats.ts";
import { completion, mentionsIn, type Nameable } from "./mentions.ts";
import { sendInTurn } from "./send-in-turn.ts";
import { type ComposerTask, newMessage } from "./task.ts";
import { createThrottle } from "./throttle.ts";
import { typeInto } from "./type-into.ts";
import { useNewcomer } from "./use-newcomer.ts";
import { useSlowMode } from "./use-slow-mode.ts";
import { mentionMenu, type WritingEvent, writingAfter, writingOf } from "./writing.ts";

interface ComposerOptions {
  readonly room: Room | null;
  readonly task: ComposerTask;
  readonly onTask: (task: ComposerTask) => void;
  readonly onSent: () => void;
  /** An unsent message that was taken back: its text and what it answers go on here. */
  readonly returned: ReturnedMessage | null;
  /** The person's last message, which the Up arrow in an empty field edits. */
  readonly lastOwn: () => ChatMessage | null;
}

/** What the person has taken back of a message that was not sent yet. */
export interface ReturnedMessage {
  readonly text: Outgoing["frame"]["text"];
  readonly replyTo: ChatMessage | null;
}

/** A piece for the text, what it replaces, and what is selected afterwards. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly piece: string;
  readonly selected?: readonly [from: number, to: number];
}

/** The composer's state, and what keys and buttons do to it; `field` is its text field. */
export const useComposer = (
  field: RefObject<HTMLTextAreaElement | null>,
  { room, task, onTask, onSent, returned, lastOwn }: ComposerOptions,
) => {
  const { mint, me, isChief } = useRoomParts();
  const { data: members = [] } = useQuery(subscribersQuery(mint));
  const [writing, dispatch] = useReducer(writingAfter, null, () => writingOf(drafts.read(mint)));
  const [isSaving, setSaving] = useState(false);
  const [typing] = useState(() => createThrottle(() => realtime().typing(mint)));
  const slow = useSlowMode(room, isChief);
  const edited = task.kind === "edit" ? task.message : null;
  const files = useTray(mint);
  const newcomer = useNewcomer(room, writing.text, files.length);
  const hasFailed = files.some(({ state }) => state.kind === "failed");

  useEffect(() => {
    if (edited) dispatch({ type: "replaced", text: edited.text });
  }, [edited]);
  // A menu that led here returns the focus to its message first.
  const isCovered = useStore(dialogStack).entries.length > 0;
  useEffect(() => {
    if (task.kind === "new" || isCovered) return;
    const turn = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(turn);
  }, [task, isCovered, field]);
  // 'Say hello', in a dialog above.
  const isWanted = useStore(wantedComposer) === mint;
  useEffect(() => {
    if (!isWanted || isCovered) return;
    const turn = requestAnimationFrame(() => {
      field.current?.focus();
      wantedComposer.set(null);
    });
    return () => cancelAnimationFrame(turn);
  }, [isWanted, isCovered, field]);

  const others = members.filter(({ uid }) => uid !== me);
  const menu = mentionMenu(writing, others);
  const { text } = writing;
  const trimmed = isEmptyText(text) ? "" : text.trim();
  const length = charactersOf(trimmed);
  const over = length - messageMaxCharacters;
  const isEmpty = trimmed === "" && (edited !== null || files.length === 0);
  // Of a newcomer's files, those that fit go; without text, at least one has to.
  const isHeldUp = slow > 0 || hasFailed || newcomer.isLinkRefused || (trimmed === "" && newcomer.maxFiles === 0);
  const canSend = !isEmpty && over <= 0 && !isSaving && (edited !== null || !isHeldUp);

  /** Changes the text; what is not an edit is kept as a draft. */
  const change = (event: WritingEvent): void => {
    dispatch(event);
    if (!edited) drafts.write(mint, writingAfter(writing, event).text);
  };
  const type = (next: string, caret: number) => {
    change({ type: "typed", text: next, caret });
    if (next !== "" && !edited) typing();
  };
  /** Replaces a part of the text, and selects this afterwards: by default nothing, behind the piece. */
  const replace = ({ from, to, piece, selected }: Piece) => {
    const [start, end] = selected ?? [from + piece.length, from + piece.length];
    if (!field.current || !typeInto(field.current, { from, to, piece })) change({ type: "inserted", piece, from, to });
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(start, end);
    });
  };
  const selection = (): readonly [from: number, to: number] => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    return [selectionStart, selectionEnd];
  };
  const insert = (piece: string) => {
    const [from, to] = selection();
    replace({ from, to, piece });
  };
  const format = (asked: Format) => replace(formatted(text, ...selection(), asked));
  const mention = (person: Nameable) => {
    if (!menu) return;
    replace(completion(text, menu.mention, person.displayName));
    dispatch({ type: "personChosen", person });
  };
  const leave = () => {
    dispatch({ type: "replaced", text: drafts.read(mint) });
    onTask({ kind: "new" });
    field.current?.focus();
  };

  const save = async (message: ChatMessage) => {
    setSaving(true);
    try {
      await editText(message, trimmed, mentionsIn(trimmed, others, writing.chosen));
      leave();
    } catch (error) {
      toast.error(wordsOf(error).title);
    } finally {
      setSaving(false);
    }
  };
  /** Sends what is there: the composer is free at once, and its files go with the message. */
  const submit = () => {
    if (trimmed === "" && newcomer.maxFiles === 0) return;
    const mentions = mentionsIn(trimmed, others, writing.chosen);
    const clientId = crypto.randomUUID();
    const measured = assignFiles(mint, clientId, newcomer.maxFiles);
    const content = {
      text: trimmed,
      ...(task.kind === "reply" ? { replyTo: task.message.id } : {}),
      ...(mentions.length > 0 ? { mentions } : {}),
    };
    sendInTurn(mint, measured, () => pendingSends().send(mint, content, clientId));
    change({ type: "sent" });
    onSent();
  };
  const send = () => {
    if (!canSend) return;
    if (edited) void save(edited);
    else submit();
  };
  const restore = useEffectEvent(({ text: own, replyTo }: ReturnedMessage) => {
    const draft = edited ? drafts.read(mint) : text;
    const next = [draft, own].filter((each) => each !== "").join("\n");
    dispatch({ type: "replaced", text: next });
    drafts.write(mint, next);
    if (replyTo) onTask({ kind: "reply", message: replyTo });
    else if (edited) onTask(newMessage);
    field.current?.focus();
  });
  useEffect(() => {
    if (returned) restore(returned);
  }, [returned]);

  /** @returns whether the list of people has used the key */
  const pressInMenu = (key: string): boolean => {
    if (!menu) return false;
    const { index, person, offered } = menu;
    switch (key) {
      case "ArrowDown":
        dispatch({ type: "mentionMarked", index: (index + 1) % offered.length });
        return true;
      case "ArrowUp":
        dispatch({ type: "mentionMarked", index: (index + offered.length - 1) % offered.length });
        return true;
      case "Enter":
      case "Tab":
        mention(person);
        return true;
      case "Escape":
        dispatch({ type: "mentionClosed" });
        return true;
      default:
        return false;
    }
  };
  // The keys of an input method never come here (`keepComposingKeys`).
  const press = (event: KeyboardEvent) => {
    const asked = formatOfKey(event, isApple());
    if (asked !== null) {
      event.preventDefault();
      format(asked);
    } else if (pressInMenu(event.key)) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
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

  return {
    text,
    menu,
    edited,
    files,
    slow,
    note: newcomer.note,
    length,
    over,
    isEmpty,
    canSend,
    isSaving,
    type,
    insert,
    format,
    mention,
    moveCaret: (caret: number) => dispatch({ type: "caretMoved", caret }),
    leave,
    send,
    submit,
    press,
  };
};
