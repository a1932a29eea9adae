import { tokenAccountRent } from "@tribe/chain/accounts";
import type { Description, TransferDescription } from "@tribe/chain/clear-signing";
import { airdropSubjectText, type Outflow, type Spend } from "@tribe/contract";
import { type Bytes, toBase64, utf8 } from "../keys/bytes.ts";

/** What a signing flow lets out of the wallet. Every flow declares it: a key is given for nothing else. */
export type Declaration =
  /** Only the network's fee, and deposits of the wallet's own accounts. */
  | { readonly kind: "nothing" }
  /** The same; what it brings may give back what buying the same token took today. */
  | { readonly kind: "sale" }
  /** `approved` is what a passkey approves, and what counts once: the message, or an airdrop's list. */
  | { readonly kind: "spend"; readonly outflow: Outflow; readonly approved: Bytes };

export const nothing: Declaration = { kind: "nothing" };

/** The declaration of a decoded transaction. A kind of transaction that is not decided here does not compile. */
export const declarationOf = (description: Description, message: Bytes): Declaration => {
  const spend = (outflow: Outflow): Declaration => ({ kind: "spend", outflow, approved: message });
  switch (description.kind) {
    case "buy": {
      const { mint, maxLamports, minTokens } = description;
      return spend({ kind: "purchase", mint, lamports: `${maxLamports}`, units: `${minTokens}` });
    }
    case "swapBuy": {
      const { newMint, lamports, minTokens } = description;
      return spend({ kind: "purchase", mint: newMint, lamports: `${lamports}`, units: `${minTokens}` });
    }
    case "route": {
      const { direction, newMint, input, minOutput } = description;
      if (direction === "sell") return { kind: "sale" };
      return spend({ kind: "purchase", mint: newMint, lamports: `${input}`, units: `${minOutput}` });
    }
    case "createTribe": {
      const { firstBuy, mint, recipients } = description;
      const inviters = recipients.filter(({ role }) => role === "inviter").length;
      const lamports = (firstBuy?.maxLamports ?? 0n) + BigInt(inviters) * tokenAccountRent;
      if (lamports === 0n) return nothing;
      return spend({ kind: "firstBuy", mint, lamports: `${lamports}`, units: `${firstBuy?.minTokens ?? 0n}` });
    }
    case "transfer":
      return spend(transferOf(description));
    case "sell":
    case "swapSell":
      return { kind: "sale" };
    // Own tokens into own tokens, others' fees to others, compressed tokens and deposits into the wallet.
    case "convert":
    case "collect":
    case "claim":
    case "closeAccounts":
      return nothing;
  }
};

/** The deposit of the recipient's token account is theirs: they can close it. */
const transferOf = ({ recipient, asset, spend }: TransferDescription): Outflow =>
  asset.kind === "sol"
    ? { kind: "transfer", recipient, lamports: `${asset.lamports}`, tokens: null }
    : {
        kind: "transfer",
        recipient,
        lamports: `${spend.rent}`,
        tokens: { mint: asset.mint, units: `${asset.units}` },
      };

/** The declaration of a whole airdrop: its list counts once, and so do its deposits, which come back. */
export const airdropDeclaration = (outflow: Extract<Outflow, { kind: "airdrop" }>): Declaration => ({
  kind: "spend",
  outflow,
  approved: utf8(airdropSubjectText(outflow.tribe, outflow.tokens.mint, outflow.list)),
});

/** A spend with the transaction's message that it names; null for an airdrop's list. */
export interface Spending {
  readonly spend: Spend;
  readonly message: Bytes | null;
}

/** A declared spend with its message, by which what was counted for it is given back should it fail or expire. */
export const spendingOf = async (declared: Extract<Declaration, { kind: "spend" }>): Promise<Spending> => ({
  spend: await spendOf(declared),
  message: declared.outflow.kind === "airdrop" ? null : declared.approved,
});

/** A declared spend in the form in which it is judged and counted. */
export const spendOf = async (declared: Extract<Declaration, { kind: "spend" }>): Promise<Spend> => ({
  subject: toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", declared.approved))),
  outflow: declared.outflow,
});
