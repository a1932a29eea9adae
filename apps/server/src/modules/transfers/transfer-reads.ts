import { getBase64Encoder } from "@solana/kit";
import { associatedTokenAddress, toChainAddress, zeroAddress } from "@tribe/chain/accounts";
import { type Address, ApiError, type Mint } from "@tribe/contract";
import type { Reader } from "../../db/client.ts";
import type { Chain } from "../../engines/chain/port.ts";
import { reading } from "../../engines/chain/reading.ts";
import { findTribeMint } from "./store/transfers.ts";

/** The owner of wallets; its address is 32 zero bytes. */
const systemProgram = zeroAddress;

/** The recipient, as the chain knows it. */
export interface RecipientFacts {
  /** The address holds nothing yet. */
  readonly isNew: boolean;
  /** A wallet, or an unused address: no program, and no program's account such as a token account. */
  readonly isWallet: boolean;
}

/** The facts of a transfer of a token. */
export interface HeldFacts {
  /** The balance of the sender's associated account, in base units. */
  readonly units: bigint;
  /** Whether the recipient has a token account. */
  readonly isRecipientReady: boolean;
}

/** Decimals of a Tribe's tokens, by the old or the new mint. @throws ApiError `not_found` for any other mint */
export const decimalsOf = async (db: Reader, mint: Mint): Promise<number> => {
  const old = await findTribeMint(db, mint);
  if (old === null) throw new ApiError("not_found");
  return old === mint ? 9 : 6;
};

/** Reads the recipient from the chain, and for a token the sender's balance. @throws ApiError `unavailable` */
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
