import { ApiError, type MessageId } from "@tribe/contract";
import { isForWantOfSeat } from "./history-client.ts";

/** What became of something that was asked. `unknown`: its answer was lost, and it may have been done. */
export type Outcome = "done" | "refused" | "unknown";

/** Somebody asked for what takes a seat, between two moments, and was let in or not. */
export interface Gated<Who> {
  readonly who: Who;
  readonly what: "file" | "call";
  readonly from: number;
  readonly to: number;
  readonly isLetIn: boolean;
}

/**
 * What clients were answered, so that the history can be held against it: whatever was confirmed stands in it as it was
 * confirmed. What nobody can know, as its answer was lost, is kept out.
 */
export class Answers<Who> {
  readonly gated: Gated<Who>[] = [];
  /** By message and reactor. */
  readonly #reactions = new Map<string, boolean | null>();
  readonly #edits = new Map<MessageId, string | null>();
  readonly #deleted = new Set<MessageId>();

  /** Asks for what takes a seat. */
  async ask(who: Who, work: () => Promise<unknown>): Promise<Outcome> {
    const from = Date.now();
    const outcome = await outcomeOf(work());
    if (outcome.kind === "done") this.gated.push({ who, what: "call", from, to: Date.now(), isLetIn: true });
    if (outcome.kind === "refused" && isForWantOfSeat(outcome.code))
      this.gated.push({ who, what: "call", from, to: Date.now(), isLetIn: false });
    return outcome.kind;
  }

  /** Asks for a file. */
  async askForFile(who: Who, fetchIt: () => Promise<{ readonly status: number }>): Promise<void> {
    const from = Date.now();
    // Like any call it may lose its connection: then there is no answer to look at.
    const status = await fetchIt().then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 200 || status === 403)
      this.gated.push({ who, what: "file", from, to: Date.now(), isLetIn: status === 200 });
  }

  reacted(key: string, isOn: boolean, outcome: Outcome): void {
    if (outcome === "done") this.#reactions.set(key, isOn);
    else if (outcome === "unknown") this.#reactions.set(key, null);
  }

  edited(id: MessageId, text: string, outcome: Outcome): void {
    if (outcome === "done") this.#edits.set(id, text);
    else if (outcome === "unknown") this.#edits.set(id, null);
  }

  deleted(id: MessageId, outcome: Outcome): void {
    if (outcome === "done") this.#deleted.add(id);
  }

  /** Reactions by their keys, of which the last answer is known. */
  get reactions(): readonly (readonly [key: string, isOn: boolean])[] {
    return [...this.#reactions].flatMap(([key, isOn]) => (isOn === null ? [] : [[key, isOn] as const]));
  }

  /** Texts of edited messages, where the last answer is known. */
  get edits(): readonly (readonly [id: MessageId, text: string])[] {
    return [...this.#edits].flatMap(([id, text]) => (text === null ? [] : [[id, text] as const]));
  }

  get deletions(): ReadonlySet<MessageId> {
    return this.#deleted;
  }

  /** Whether a text may differ from what was sent: it was edited, or may have been. */
  mayBeEdited(id: MessageId): boolean {
    return this.#edits.has(id);
  }
}

type Answered = { readonly kind: "done" | "unknown" } | { readonly kind: "refused"; readonly code: string };

const outcomeOf = (work: Promise<unknown>): Promise<Answered> =>
  work.then(
    () => ({ kind: "done" as const }),
    (error: unknown) =>
      // These two say that nobody knows.
      error instanceof ApiError && error.code !== "unavailable" && error.code !== "internal"
        ? { kind: "refused" as const, code: error.code }
        : { kind: "unknown" as const },
  );

/** What somebody's seat was, as the channel's log has it. */
export interface SeatTurn {
  readonly seq: number;
  readonly isIn: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What a seat can have been between two moments: as it was by a number that somebody had heard of before, or as it became
 * until the second. Nothing where the log does not tell.
 */
export const seatBetween = (
  turns: readonly SeatTurn[],
  heardBefore: number,
  to: number,
): ReadonlySet<boolean> | null => {
  const known = turns.findLast(({ seq }) => seq <= heardBefore);
  if (!known) return null;
  return new Set(
    turns.flatMap(({ seq, isIn, at }) => (seq >= known.seq && (seq === known.seq || at <= to) ? [isIn] : [])),
  );
};
