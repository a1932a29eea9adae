import type { Uid } from "@tribe/contract";
import { hashOf, randomText } from "../../crypto/secrets.ts";
import type { Executor, Reader } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { XOutcome, XResult } from "./schema.ts";
import {
  consumeStart,
  findStart,
  insertStart,
  outcomeOfStart,
  storeOutcome,
  type XStart,
} from "./store/x-connections.ts";

const lifetimeSeconds = 600;

/** What the callback needs of a start. */
export interface BegunConnection {
  readonly uid: Uid;
  readonly sessionId: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** The encryption context of the verifier: if somebody writes another person into the row, it can't be decrypted. */
const contextOf = (state: string, { uid, sessionId }: Pick<BegunConnection, "uid" | "sessionId">): string =>
  `${state}:${uid}:${sessionId}`;

/** Stores a start; its `state` works once, for ten minutes. */
export const beginConnection = async (
  tx: Executor,
  keys: Keys,
  { uid, sessionId, returnTo }: Omit<BegunConnection, "verifier">,
): Promise<{ state: string; challenge: string }> => {
  const state = randomText(32);
  const verifier = randomText(48);
  const sealed = await keys.seal("oauth", contextOf(state, { uid, sessionId }), Buffer.from(verifier));
  await insertStart(tx, { stateHash: hashOf(state), uid, sessionId, returnTo, verifier: sealed }, lifetimeSeconds);
  return { state, challenge: hashOf(verifier).toString("base64url") };
};

/** Consumes a start by its `state`; null when it is unknown, used or expired. */
export const consumeConnection = async (tx: Executor, keys: Keys, state: string): Promise<BegunConnection | null> => {
  const found = await consumeStart(tx, hashOf(state));
  return found && openStart(keys, state, found);
};

/** A start that was consumed, with its outcome; null when it is unknown, not used yet or expired. */
export const readConnectionOutcome = async (
  db: Reader,
  keys: Keys,
  state: string,
): Promise<{ readonly begun: BegunConnection; readonly outcome: XOutcome } | null> => {
  const found = await findStart(db, hashOf(state));
  if (!found?.outcome) return null;
  const begun = await openStart(keys, state, found);
  return begun && { begun, outcome: found.outcome };
};

/**
 * Stores the outcome of a start that was consumed, once: when the answer to the commit that connected the account was lost, the
 * failure that the caller saw must not replace it. @returns the recorded outcome
 */
export const recordOutcome = async (tx: Executor, state: string, outcome: XResult): Promise<XResult> => {
  const stateHash = hashOf(state);
  if (await storeOutcome(tx, stateHash, outcome)) return outcome;
  const before = await outcomeOfStart(tx, stateHash);
  return before && before !== "asking" ? before : outcome;
};

/** A row that somebody else has changed can't be decrypted. */
const openStart = async (keys: Keys, state: string, found: XStart): Promise<BegunConnection | null> => {
  const verifier = await keys.open("oauth", contextOf(state, found), found.verifier).catch(() => null);
  if (!verifier) return null;
  const { uid, sessionId, returnTo } = found;
  return { uid, sessionId, returnTo, verifier: verifier.toString() };
};
