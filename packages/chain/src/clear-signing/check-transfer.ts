import type { Address } from "@tribe/contract";
import { associatedTokenAddress, zeroAddress } from "../accounts/addresses.ts";
import { type FetchedAccount, verifiedHolding, verifiedNames } from "./chain-facts.ts";
import type { TransferDescription } from "./description.ts";

/** Facts from the chain about a transfer that the wallet is asked to sign. */
export interface TransferFacts {
  /** The token's own, unsanitised texts. Null for SOL. */
  readonly token: { readonly name: string; readonly symbol: string } | null;
  /** `new`: no account exists there yet. `other`: a program, or an account of one, such as a token's. */
  readonly recipient: "wallet" | "new" | "other";
  /** Whether the balance is smaller than the amount. */
  readonly isTooMuch: boolean;
}

/** Accounts to fetch, and how to evaluate a node's answer. */
export interface TransferCheckPlan {
  readonly addresses: readonly Address[];
  /** @throws UnexpectedAccountError */
  readonly evaluate: (accounts: readonly FetchedAccount[]) => Promise<TransferFacts>;
}

/** Wallets are accounts of the system program, whose address is 32 zero bytes. */
const systemProgram = zeroAddress;

/** Plans a wallet's checks of a transfer on chain: its recipient, and the token's own texts. */
export const planTransferCheck = async ({
  wallet,
  recipient,
  asset,
}: TransferDescription): Promise<TransferCheckPlan> => {
  if (asset.kind === "sol")
    return {
      addresses: [recipient],
      evaluate: async ([account]) => ({ token: null, recipient: kindOf(account), isTooMuch: false }),
    };
  const { mint, decimals, units } = asset;
  return {
    addresses: [recipient, mint, await associatedTokenAddress(wallet, mint)],
    evaluate: async ([account, mintAccount, holding]) => ({
      token: verifiedNames(mintAccount, mint, decimals),
      recipient: kindOf(account),
      isTooMuch: verifiedHolding(holding ?? null, wallet, mint) < units,
    }),
  };
};

const kindOf = (account: FetchedAccount | undefined): TransferFacts["recipient"] =>
  !account ? "new" : account.owner === systemProgram ? "wallet" : "other";
