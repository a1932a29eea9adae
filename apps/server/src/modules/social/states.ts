import type { Uid } from "@tribe/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { hashOf, randomText } from "../../secrets.ts";
import { socialStates } from "./schema.ts";

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

/** Takes a start by its `state`; null when it is unknown, used or too old. */
export const takeConnection = async (db: Executor, keys: Keys, state: string): Promise<BegunConnection | null> => {
  const [found] = await db
    .delete(socialStates)
    .where(and(eq(socialStates.stateHash, hashOf(state)), gt(socialStates.expiresAt, sql`now()`)))
    .returning();
  if (!found) return null;
  // A row that somebody else wrote in does not open.
  const verifier = await keys.open("oauth", contextOf(state, found), found.verifier).catch(() => null);
  if (!verifier) return null;
  const { uid, sessionId, returnTo } = found;
  return { uid, sessionId, returnTo, verifier: verifier.toString() };
};
