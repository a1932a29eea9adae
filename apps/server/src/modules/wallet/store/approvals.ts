import type { Base64, Uid } from "@tribe/contract";
import { and, eq, gt, inArray, isNull, ne, or } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { sessions } from "../../identity/schema.ts";
import { walletApprovals, walletSharings } from "../schema.ts";

/** A request: one browser asks that another one gives it the wallet. */
export type Approval = typeof walletApprovals.$inferSelect;

/** The account's request as it is stored: its MAC, its time and its session are the caller's to check. */
export const readApproval = async (db: Reader, uid: Uid): Promise<Approval | null> => {
  const [row] = await db.select().from(walletApprovals).where(eq(walletApprovals.uid, uid));
  return row ?? null;
};

/** When the session that asks signed in; null once it has ended. */
export const readSignInTime = async (db: Reader, sessionId: string): Promise<Date | null> => {
  const [session] = await db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  return session?.createdAt ?? null;
};

/** Stores a request in the place of an earlier one. */
export const replaceApproval = async (
  tx: Executor,
  request: Omit<Approval, "approverPublicKey" | "approverNonce" | "nonce" | "version" | "sealedShare" | "isRefused">,
): Promise<void> => {
  const row: Approval = {
    ...request,
    approverPublicKey: null,
    approverNonce: null,
    nonce: null,
    version: null,
    sealedShare: null,
    isRefused: false,
  };
  await tx.insert(walletApprovals).values(row).onConflictDoUpdate({ target: walletApprovals.uid, set: row });
};

/** Changes the account's request. */
export const changeApproval = async (
  tx: Executor,
  uid: Uid,
  changes: Partial<
    Pick<Approval, "approverPublicKey" | "approverNonce" | "nonce" | "version" | "sealedShare" | "isRefused">
  >,
): Promise<void> => {
  await tx.update(walletApprovals).set(changes).where(eq(walletApprovals.uid, uid));
};

/** Deletes the account's request if it is this browser's. */
export const deleteApprovalOf = async (
  tx: Executor,
  { uid, devicePublicKey }: Pick<Approval, "uid" | "devicePublicKey">,
): Promise<void> => {
  await tx
    .delete(walletApprovals)
    .where(and(eq(walletApprovals.uid, uid), eq(walletApprovals.devicePublicKey, devicePublicKey)));
};

/** Deletes the account's request. */
export const deleteApproval = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.delete(walletApprovals).where(eq(walletApprovals.uid, uid));
};

/** Deletes the pending sharing that was stored for the browser that asked. */
export const deleteApprovedSharing = async (
  tx: Executor,
  { uid, devicePublicKey, version }: Approval,
): Promise<void> => {
  if (version === null) return;
  await tx
    .delete(walletSharings)
    .where(
      and(
        eq(walletSharings.uid, uid),
        eq(walletSharings.devicePublicKey, devicePublicKey),
        eq(walletSharings.version, version),
        eq(walletSharings.state, "pending"),
      ),
    );
};

/** Deletes requests of browsers whose sessions were ended, and requests that such a browser was answering. */
export const deleteApprovals = async (
  tx: Executor,
  uid: Uid,
  { deviceIds, approvers }: { readonly deviceIds: readonly string[]; readonly approvers: readonly Base64[] },
): Promise<void> => {
  await tx
    .delete(walletApprovals)
    .where(
      and(
        eq(walletApprovals.uid, uid),
        or(
          inArray(walletApprovals.deviceId, [...deviceIds]),
          inArray(walletApprovals.approverPublicKey, [...approvers]),
        ),
      ),
    );
};

/**
 * Whether another browser of the account asks for the wallet, as the database has it, without checking the MAC: only for display.
 */
export const hasQuestion = async (
  db: Reader,
  { uid, sessionId }: { readonly uid: Uid; readonly sessionId: string },
  now: number,
): Promise<boolean> => {
  const rows = await db
    .select({ id: walletApprovals.id })
    .from(walletApprovals)
    .innerJoin(sessions, eq(sessions.id, walletApprovals.sessionId))
    .where(
      and(
        eq(walletApprovals.uid, uid),
        ne(walletApprovals.sessionId, sessionId),
        eq(walletApprovals.isRefused, false),
        isNull(walletApprovals.sealedShare),
        gt(walletApprovals.expiresAt, new Date(now)),
      ),
    );
  return rows.length > 0;
};
