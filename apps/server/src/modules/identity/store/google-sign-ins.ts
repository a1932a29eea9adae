import type { Uid } from "@tribe/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { identities, oidcStarts, pendingLinks } from "../schema.ts";

const expiry = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Stores a start, with its encrypted secrets. */
export const storeStart = async (
  tx: Executor,
  start: Pick<typeof oidcStarts.$inferSelect, "stateHash" | "deviceId" | "secrets">,
  lifetimeSeconds: number,
): Promise<void> => {
  await tx.insert(oidcStarts).values({ ...start, expiresAt: expiry(lifetimeSeconds) });
};

/** Deletes a start of this device. @returns its encrypted secrets; null when there is none, or it has expired */
export const consumeStart = async (
  tx: Executor,
  { stateHash, deviceId }: Pick<typeof oidcStarts.$inferSelect, "stateHash" | "deviceId">,
): Promise<Uint8Array | null> => {
  const [found] = await tx
    .delete(oidcStarts)
    .where(
      and(eq(oidcStarts.stateHash, stateHash), eq(oidcStarts.deviceId, deviceId), gt(oidcStarts.expiresAt, sql`now()`)),
    )
    .returning({ secrets: oidcStarts.secrets });
  return found?.secrets ?? null;
};

/** An account at an OpenID provider. */
export type ProviderAccount = Pick<typeof identities.$inferSelect, "issuer" | "subject">;

/** Whose account at the provider this is; null when nobody has linked it. */
export const personOfIdentity = async (tx: Executor, { issuer, subject }: ProviderAccount): Promise<Uid | null> => {
  const [found] = await tx
    .select({ uid: identities.uid })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return found?.uid ?? null;
};

/** Links a provider account to a person, unless somebody has linked it. */
export const insertIdentity = async (tx: Executor, { issuer, subject }: ProviderAccount, uid: Uid): Promise<void> => {
  await tx.insert(identities).values({ issuer, subject, uid }).onConflictDoNothing();
};

/** Stores the encrypted account that waits on a device, in place of an earlier one. */
export const upsertPendingLink = async (
  tx: Executor,
  deviceId: string,
  account: Uint8Array,
  lifetimeSeconds: number,
): Promise<void> => {
  const link = { account: Buffer.from(account), expiresAt: expiry(lifetimeSeconds) };
  await tx
    .insert(pendingLinks)
    .values({ deviceId, ...link })
    .onConflictDoUpdate({ target: pendingLinks.deviceId, set: link });
};

/** The encrypted account that waits on a device; null for none. */
export const findPendingLink = async (tx: Executor, deviceId: string): Promise<Uint8Array | null> => {
  const [found] = await tx
    .select({ account: pendingLinks.account })
    .from(pendingLinks)
    .where(and(eq(pendingLinks.deviceId, deviceId), gt(pendingLinks.expiresAt, sql`now()`)));
  return found?.account ?? null;
};

/** Deletes what waits on a device. */
export const deletePendingLink = async (tx: Executor, deviceId: string): Promise<void> => {
  await tx.delete(pendingLinks).where(eq(pendingLinks.deviceId, deviceId));
};
