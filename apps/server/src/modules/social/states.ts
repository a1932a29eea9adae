import type { Uid } from "@tribe/contract";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { hashOf, randomText } from "../../crypto/secrets.ts";
import type { Executor, Reader } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { socialStates, type XOutcome, type XResult } from "./schema.ts";

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
  begin: { uid: Uid; sessionId: string; returnTo: string },
): Promise<{ state: string; challenge: string }> => {
  const state = randomText(32);
  const verifier = randomText(48);
  await tx.insert(socialStates).values({
    ...begin,
    stateHash: hashOf(state),
    verifier: await keys.seal("oauth", contextOf(state, begin), Buffer.from(verifier)),
    expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
  });
  return { state, challenge: hashOf(verifier).toString("base64url") };
};

/** Uses a start up by its `state`; null when it is unknown, used or expired. */
export const takeConnection = async (db: Executor, keys: Keys, state: string): Promise<BegunConnection | null> => {
  const [found] = await db
    .update(socialStates)
    .set({ outcome: "asking" })
    .where(and(living(state), isNull(socialStates.outcome)))
    .returning();
  return found ? opened(keys, state, found) : null;
};

/** A start that was used up, with its outcome; null when it is unknown, not used yet or expired. */
export const readConnectionOutcome = async (
  db: Reader,
  keys: Keys,
  state: string,
): Promise<{ readonly begun: BegunConnection; readonly outcome: XOutcome } | null> => {
  const [found] = await db.select().from(socialStates).where(living(state));
  const begun = found?.outcome ? await opened(keys, state, found) : null;
  return begun && found?.outcome ? { begun, outcome: found.outcome } : null;
};

/**
 * Stores the outcome of a start that was used up, once: when the answer to the commit that connected the account was lost, the
 * failure that the caller saw must not replace it. @returns the recorded outcome
 */
export const recordOutcome = async (db: Executor, state: string, outcome: XResult): Promise<XResult> => {
  const hasHash = eq(socialStates.stateHash, hashOf(state));
  const recorded = await db
    .update(socialStates)
    .set({ outcome })
    .where(and(hasHash, eq(socialStates.outcome, "asking")))
    .returning();
  if (recorded.length > 0) return outcome;
  const [found] = await db.select({ outcome: socialStates.outcome }).from(socialStates).where(hasHash);
  return found?.outcome && found.outcome !== "asking" ? found.outcome : outcome;
};

const living = (state: string) =>
  and(eq(socialStates.stateHash, hashOf(state)), gt(socialStates.expiresAt, sql`now()`));

/** A row that somebody else has changed can't be decrypted. */
const opened = async (
  keys: Keys,
  state: string,
  found: typeof socialStates.$inferSelect,
): Promise<BegunConnection | null> => {
  const verifier = await keys.open("oauth", contextOf(state, found), found.verifier).catch(() => null);
  if (!verifier) return null;
  const { uid, sessionId, returnTo } = found;
  return { uid, sessionId, returnTo, verifier: verifier.toString() };
};
