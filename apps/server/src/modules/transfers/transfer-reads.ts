import { getBase64Encoder } from "@solana/kit";
import { associatedTokenAddress, toChainAddress, zeroAddress } from "@tribe/chain/accounts";
import { type Address, ApiError, type Mint } from "@tribe/contract";
import { eq, or } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import type { Chain } from "../../engines/chain/port.ts";
import { reading } from "../../engines/chain/reading.ts";
import { tokens } from "../indexer/schema.ts";

/** Wallets belong to it; its address is 32 zero bytes. */
const systemProgram = zeroAddress;

/** Who gets it, as the chain has them. */
export interface RecipientFacts {
  /** Nothing lies there yet. */
  readonly isNew: boolean;
  /** A wallet, or nobody's yet: no program, and no account of one, such as a token's. */
  readonly isWallet: boolean;
}

/** What of a token moves between two wallets. */
export interface HeldFacts {
  /** Base units in the sender's associated account. */
  readonly units: bigint;
  /** Whether the recipient has an account for it. */
  readonly isRecipientReady: boolean;
}

/** Decimals of a Tribe's tokens by their mint, of before or after its migration. @throws ApiError `not_found` for any other mint. */
export const decimalsOf = async (db: Reader, mint: Mint): Promise<number> => {
  const [found] = await db
    .select({ mint: tokens.mint })
    .from(tokens)
    .where(or(eq(tokens.mint, mint), eq(tokens.newMint, mint)))
    .limit(1);
  if (!found) throw new ApiError("not_found");
  return found.mint === mint ? 9 : 6;
};

/** Asks the chain who the recipient is, and of a token what there is to send. @throws ApiError `unavailable` */
export const readTransferFacts = (
  chain: Chain,
  { sender, recipient, mint }: { readonly sender: Address; readonly recipient: Address; readonly mint: Mint | null },
): Promise<{ readonly recipient: RecipientFacts; readonly held: HeldFacts | null }> =>
  reading(
    (async () => {
      const accounts = mint
        ? await Promise.all([sender, recipient].map((owner) => associatedTokenAddress(owner, mint)))
        : [];
      const { value } = await chain.rpc
        .getMultipleAccounts([recipient, ...accounts].map(toChainAddress), {
          commitment: "confirmed",
          encoding: "base64",
        })
        .send();
      const [wallet, own, theirs] = value;
      return {
        recipient: {
          isNew: !wallet,
          isWallet: !wallet || (wallet.owner === toChainAddress(systemProgram) && !wallet.executable),
        },
        held: mint ? { units: own ? amountOf(own.data[0]) : 0n, isRecipientReady: Boolean(theirs) } : null,
      };
    })(),
  );

/** A token account has its amount after mint and owner, 32 bytes each. */
const amountOf = (data: string): bigint => {
  const bytes = new Uint8Array(getBase64Encoder().encode(data));
  return bytes.length >= 72 ? new DataView(bytes.buffer).getBigUint64(64, true) : 0n;
};
