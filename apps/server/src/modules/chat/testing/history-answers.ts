import { ApiError, type MessageId } from "@tribe/contract";
import { isForWantOfSeat } from "./history-client.ts";

/** The outcome of a call. `unknown`: its answer was lost, and it may have been carried out. */
export type Outcome = "done" | "refused" | "unknown";

/** An attempt at something that needs a seat, between two moments, and whether it was allowed. */
export interface Gated<Who> {
  readonly who: Who;
  readonly what: "file" | "call";
  readonly from: number;
  readonly to: number;
  readonly isLetIn: boolean;
}

/**
 * Collects the answers that clients got, to compare the history with them: whatever was confirmed must be in it. What nobody can
 * know, because the answer was lost, is left out.
 */
export class Answers<Who> {
  readonly gated: Gated<Who>[] = [];
  /** By message and reactor. */
  readonly #reactions = new Map<string, boolean | null>();
  readonly #edits = new Map<MessageId, string | null>();
  readonly #deleted = new Set<MessageId>();

  /** Attempts at what needs a seat. */
  async ask(who: Who, work: () => Promise<unknown>): Promise<Outcome> {
    const from = Date.now();
    const outcome = await outcomeOf(work());
    if (outcome.kind === "done") this.gated.push({ who, what: "call", from, to: Date.now(), isLetIn: true });
    if (outcome.kind === "refused" && isForWantOfSeat(outcome.code))
      this.gated.push({ who, what: "call", from, to: Date.now(), isLetIn: false });
    return outcome.kind;
  }

  /** Requests for a file. */
  async askForFile(who: Who, fetchIt: () => Promise<{ readonly status: number }>): Promise<void> {
    const from = Date.now();
    // Like any call it can lose its connection, and has no answer then.
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

  /** Reactions by their keys, if the last answer is known. */
  get reactions(): readonly (readonly [key: string, isOn: boolean])[] {
    return [...this.#reactions].flatMap(([key, isOn]) => (isOn === null ? [] : [[key, isOn] as const]));
  }

  /** Texts of edited messages, if the last answer is known. */
  get edits(): readonly (readonly [id: MessageId, text: string])[] {
    return [...this.#edits].flatMap(([id, text]) => (text === null ? [] : [[id, text] as const]));
  }

  get deletions(): ReadonlySet<MessageId> {
    return this.#deleted;
  }

  /** Whether a text may differ from what was sent, because it was edited or may have been. */
  mayBeEdited(id: MessageId): boolean {
    return this.#edits.has(id);
  }
}

type Answered = { readonly kind: "done" | "unknown" } | { readonly kind: "refused"; readonly code: string };

const outcomeOf = (work: Promise<unknown>): Promise<Answered> =>
  work.then(
    () => ({ kind: "done" as const }),
    (error: unknown) =>
      // These two answers leave the outcome open.
      error instanceof ApiError && error.code !== "unavailable" && error.code !== "internal"
        ? { kind: "refused" as const, code: error.code }
        : { kind: "unknown" as const },
  );

/** The states of somebody's seat in the channel's log. */
export interface SeatTurn {
  readonly seq: number;
  readonly isIn: boolean;
  /** In ms since 1970. */
  readonly at: number;
}

/**
 * The states that a seat can have had between two moments: the one at the last number that anybody had received before, and all
 * that followed until the second moment. Empty if the log does not tell.
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
