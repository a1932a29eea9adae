import type { Uid } from "@tribe/contract";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { hashOf, randomText } from "../../secrets.ts";
import { socialStates, type XOutcome } from "./schema.ts";

const lifetimeSeconds = 600;

/** What a callback needs of the start. */
export interface BegunConnection {
  readonly uid: Uid;
  readonly sessionId: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** What the verifier is sealed to: a row in which somebody wrote another person does not open. */
const contextOf = (state: string, { uid, sessionId }: Pick<BegunConnection, "uid" | "sessionId">): string =>
  `${state}:${uid}:${sessionId}`;

/** Remembers a start: the `state` works once, for ten minutes. */
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

/** Takes a start by its `state`, once; null when it is unknown, taken or too old. */
export const takeConnection = async (db: Executor, keys: Keys, state: string): Promise<BegunConnection | null> => {
  const [found] = await db
    .update(socialStates)
    .set({ outcome: "asking" })
    .where(and(living(state), isNull(socialStates.outcome)))
    .returning();
  return found ? opened(keys, state, found) : null;
};

/** A start that was taken, with what came of it; null when it is unknown, not taken yet or too old. */
export const readConnectionOutcome = async (
  db: Reader,
  keys: Keys,
  state: string,
): Promise<{ readonly begun: BegunConnection; readonly outcome: XOutcome } | null> => {
  const [found] = await db.select().from(socialStates).where(living(state));
  const begun = found?.outcome ? await opened(keys, state, found) : null;
  return begun && found?.outcome ? { begun, outcome: found.outcome } : null;
};

/** Keeps what came of a start that was taken. */
export const keepOutcome = async (db: Executor, state: string, outcome: XOutcome): Promise<void> => {
  await db
    .update(socialStates)
    .set({ outcome })
    .where(eq(socialStates.stateHash, hashOf(state)));
};

const living = (state: string) =>
  and(eq(socialStates.stateHash, hashOf(state)), gt(socialStates.expiresAt, sql`now()`));

/** A row that somebody else wrote in does not open. */
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
