import { toSignature } from "@tribe/chain/transactions";
import {
  ApiError,
  type HandleStatement,
  handleStatementSeconds,
  handleStatementText,
  unsignedStatementSchema,
} from "@tribe/contract";
import type { ReadingContext } from "../../context.ts";
import type { Reader } from "../../db/client.ts";
import { attestationSigner } from "../../engines/keys/attestation.ts";
import type { Person } from "../../ports.ts";
import { readRecord } from "./record.ts";

type StatementContext = Pick<ReadingContext, "keys" | "walletStore" | "log" | "now">;

/**
 * Says whose account elsewhere the owner of a wallet has, X before Farcaster; null where there is none that can be said. That the wallet
 * is theirs is read from its record, which stands under the same key: a person's row alone gives nobody's name to another address.
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

/** Of somebody else's wallet that was tampered with nothing is said; the asker's call goes on. */
const provenAddress = async (ctx: StatementContext, db: Reader, uid: Person["uid"]) => {
  try {
    return (await readRecord(ctx, db, uid))?.address ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "wallet_record_invalid") return null;
    throw error;
  }
};
