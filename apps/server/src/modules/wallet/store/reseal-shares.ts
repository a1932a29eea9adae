import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { EnvelopePurpose, Keys } from "../../../engines/keys/port.ts";
import { type Resealed, resealTable, type SealedTable } from "../../../engines/keys/reseal.ts";
import { approvalContext } from "../approvals/approvals.ts";
import { moveContext } from "../moves/moves.ts";
import { passkeyContext } from "../passkeys/passkeys.ts";
import { walletApprovals, walletMoves, walletPasskeys, walletSharings } from "../schema.ts";
import { sharingContext } from "../share-encryption.ts";

const rowsAtOnce = 500;

type Sharing = typeof walletSharings.$inferSelect;
const isSharing = ({ uid, devicePublicKey, version }: Sharing) =>
  and(
    eq(walletSharings.uid, uid),
    eq(walletSharings.devicePublicKey, devicePublicKey),
    eq(walletSharings.version, version),
  );

const sealedSharings: SealedTable<Sharing> = {
  readAfter: (db, row) => {
    const { uid, devicePublicKey, version } = walletSharings;
    return db
      .select()
      .from(walletSharings)
      .where(
        row
          ? sql`(${uid}, ${devicePublicKey}, ${version}) > (${row.uid}, ${row.devicePublicKey}, ${row.version})`
          : undefined,
      )
      .orderBy(asc(uid), asc(devicePublicKey), asc(version))
      .limit(rowsAtOnce);
  },
  columns: [
    {
      purpose: "server-share",
      contextOf: sharingContext,
      sealedOf: ({ serverShare }) => serverShare,
      write: (db, row, was, sealed) =>
        db
          .update(walletSharings)
          .set({ serverShare: sealed })
          .where(and(isSharing(row), eq(walletSharings.serverShare, was))),
    },
    {
      purpose: "recovery-share",
      contextOf: sharingContext,
      sealedOf: ({ recoveryShare }) => recoveryShare,
      write: (db, row, was, sealed) =>
        db
          .update(walletSharings)
          .set({ recoveryShare: sealed })
          .where(and(isSharing(row), eq(walletSharings.recoveryShare, was))),
    },
  ],
};

type Passkey = typeof walletPasskeys.$inferSelect;
const isPasskey = ({ uid, id }: Passkey) => and(eq(walletPasskeys.uid, uid), eq(walletPasskeys.id, id));

const sealedPasskeys: SealedTable<Passkey> = {
  readAfter: (db, row) =>
    db
      .select()
      .from(walletPasskeys)
      .where(row ? sql`(${walletPasskeys.uid}, ${walletPasskeys.id}) > (${row.uid}, ${row.id})` : undefined)
      .orderBy(asc(walletPasskeys.uid), asc(walletPasskeys.id))
      .limit(rowsAtOnce),
  columns: [
    {
      purpose: "server-share",
      contextOf: passkeyContext,
      sealedOf: ({ serverShare }) => serverShare,
      write: (db, row, was, sealed) =>
        db
          .update(walletPasskeys)
          .set({ serverShare: sealed })
          .where(and(isPasskey(row), eq(walletPasskeys.serverShare, was))),
    },
    {
      purpose: "recovery-share",
      contextOf: passkeyContext,
      sealedOf: ({ sealedShare }) => sealedShare,
      write: (db, row, was, sealed) =>
        db
          .update(walletPasskeys)
          .set({ sealedShare: sealed })
          .where(and(isPasskey(row), eq(walletPasskeys.sealedShare, was))),
    },
  ],
};

type Move = typeof walletMoves.$inferSelect;

const sealedMoves: SealedTable<Move> = {
  readAfter: (db, row) =>
    db
      .select()
      .from(walletMoves)
      .where(row ? gt(walletMoves.from, row.from) : undefined)
      .orderBy(asc(walletMoves.from))
      .limit(rowsAtOnce),
  columns: [
    {
      purpose: "server-share",
      contextOf: sharingContext,
      sealedOf: ({ serverShare }) => serverShare,
      write: (db, row, was, sealed) =>
        db
          .update(walletMoves)
          .set({ serverShare: sealed })
          .where(and(eq(walletMoves.from, row.from), eq(walletMoves.serverShare, was))),
    },
    {
      purpose: "recovery-share",
      contextOf: sharingContext,
      sealedOf: ({ recoveryShare }) => recoveryShare,
      write: (db, row, was, sealed) =>
        db
          .update(walletMoves)
          .set({ recoveryShare: sealed })
          .where(and(eq(walletMoves.from, row.from), eq(walletMoves.recoveryShare, was))),
    },
    {
      purpose: "recovery-share",
      contextOf: moveContext,
      sealedOf: ({ sealedKey }) => sealedKey,
      write: (db, row, was, sealed) =>
        db
          .update(walletMoves)
          .set({ sealedKey: sealed })
          .where(and(eq(walletMoves.from, row.from), eq(walletMoves.sealedKey, was))),
    },
  ],
};

type Approval = typeof walletApprovals.$inferSelect;

const sealedApprovals: SealedTable<Approval> = {
  readAfter: (db, row) =>
    db
      .select()
      .from(walletApprovals)
      .where(row ? gt(walletApprovals.uid, row.uid) : undefined)
      .orderBy(asc(walletApprovals.uid))
      .limit(rowsAtOnce),
  columns: [
    {
      purpose: "recovery-share",
      contextOf: approvalContext,
      sealedOf: ({ sealedShare }) => sealedShare,
      write: (db, row, was, sealed) =>
        db
          .update(walletApprovals)
          .set({ sealedShare: sealed })
          .where(and(eq(walletApprovals.uid, row.uid), eq(walletApprovals.sealedShare, was))),
    },
  ],
};

/**
 * Encrypts with the current key all shares that a former key has encrypted. The MACs don't cover the ciphertext and stay as they
 * are.
 */
export const resealShares = async (
  db: Database,
  keys: Keys,
  purposes: ReadonlySet<EnvelopePurpose>,
): Promise<readonly Resealed[]> => [
  await resealTable(db, keys, purposes, sealedSharings),
  await resealTable(db, keys, purposes, sealedPasskeys),
  await resealTable(db, keys, purposes, sealedMoves),
  await resealTable(db, keys, purposes, sealedApprovals),
];
