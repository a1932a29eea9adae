import { toSignature } from "@tribe/chain/transactions";
import {
  ApiError,
  type HandleStatement,
  handleStatementSeconds,
  handleStatementText,
  unsignedStatementSchema,
} from "@tribe/contract";
import type { ReadingContext } from "../../context/context.ts";
import type { Reader } from "../../db/client.ts";
import { attestationSigner } from "../../engines/keys/attestation.ts";
import type { Person } from "../identity/index.ts";
import { readRecord } from "./store/records.ts";

type StatementContext = Pick<ReadingContext, "keys" | "walletStore" | "log" | "now">;

/**
 * Signs a statement that names the account at X (or else Farcaster) of a wallet's owner; null when there is nothing to state. Who
 * owns the wallet is read from its record, which only the process with the wallets' keys can write: a changed row of `people`
 * alone links no name to another address.
 */
export const handleStatement = async (
  ctx: StatementContext,
  db: Reader,
  { uid, address, twitter, farcaster }: Person,
): Promise<HandleStatement | null> => {
  const [kind, account] = twitter ? (["x", twitter] as const) : (["farcaster", farcaster] as const);
  if (!account || (await provenAddress(ctx, db, uid)) !== address) return null;
  const unsigned = unsignedStatementSchema.safeParse({
    ...{ kind, accountId: account.id, handle: account.handle, address },
    expiresAt: ctx.now() + handleStatementSeconds * 1_000,
  });
  if (!unsigned.success) return null;
  const signer = await attestationSigner(ctx.keys);
  const signature = await signer.sign(Buffer.from(handleStatementText(unsigned.data)));
  return { ...unsigned.data, signature: toSignature(Uint8Array.from(signature)) };
};

/** A record that was tampered with gives no statement, and does not fail the call of whoever asks. */
const provenAddress = async (ctx: StatementContext, db: Reader, uid: Person["uid"]) => {
  try {
    return (await readRecord(ctx, db, uid))?.address ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "wallet_record_invalid") return null;
    throw error;
  }
};
