import type { ChatMessage } from "@tribe/contract";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { VirtuosoHandle } from "react-virtuoso";
import type { ChatLine } from "../log/chat-lines.ts";
import { useMessageMenu } from "./actions/use-message-menu.ts";

/** The index of the first line with a message that fits; -1 without one. */
export const lineOf = (lines: readonly ChatLine[], fits: (message: ChatMessage) => boolean): number =>
  lines.findIndex((line) => line.kind === "message" && fits(line.message));

/**
 * The arrow keys, Home and End move the focus between messages, and Enter opens the focused message's menu. `stop` is the only
 * message in the Tab order: the last focused one, or the newest.
 */
export const useMessageKeys = (
  lines: readonly ChatLine[],
  list: RefObject<VirtuosoHandle | null>,
  place: RefObject<HTMLElement | null>,
) => {
  const openMenu = useMessageMenu();
  const [focused, setStop] = useState<ChatMessage["id"] | null>(null);
  const focusLine = (index: number) => {
    const line = lines[index];
    if (line?.kind !== "message") return;
    setStop(line.message.id);
    list.current?.scrollIntoView({
      index,
      done: () => place.current?.querySelector<HTMLElement>(`[data-message="${line.message.id}"]`)?.focus(),
    });
  };
  const focusedAt = lineOf(lines, ({ id }) => id === focused);
  const stopLine = focusedAt >= 0 ? lines[focusedAt] : lines.findLast(({ kind }) => kind === "message");
  const stop = stopLine?.kind === "message" ? stopLine.message.id : null;
  const onKeyDown = (event: KeyboardEvent) => {
    // Controls inside a message handle their own keys.
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.dataset.message === undefined) return;
    const at = lineOf(lines, ({ id }) => id === stop);
    const line = lines[at];
    const next = (step: 1 | -1): number => {
      let to = at + step;
      while (lines[to] && lines[to]?.kind !== "message") to += step;
      return to;
    };
    switch (event.key) {
      case "ArrowUp":
        focusLine(next(-1));
        break;
      case "ArrowDown":
        focusLine(next(1));
        break;
      case "Home":
        focusLine(lineOf(lines, () => true));
        break;
      case "End":
        focusLine(lines.findLastIndex(({ kind }) => kind === "message"));
        break;
      case "Enter":
      case " ":
      case "ContextMenu":
        if (line?.kind === "message") openMenu(line.message);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return { stop, setStop, onKeyDown };
};
