import { isAddress } from "@solana/kit";
import { formatSol } from "../card/order.ts";

// deBridge's public link protocol, as far as swaps into SOL use it.
// https://docs.debridge.com/dln-details/widget/app

/** The parameters of a link. */
export interface BridgeLink {
  /** deBridge's id of the chain to pay from. */
  readonly inputChain: string;
  /** The wallet that receives the SOL. */
  readonly address: string;
}

/** Chains to pay from, by deBridge's ids. */
export const inputChains: Readonly<Record<string, string>> = {
  1: "Ethereum",
  8453: "Base",
  42161: "Arbitrum",
  56: "BNB Chain",
  137: "Polygon",
};
/** deBridge's id of Solana. */
const solana = "7565164";
/** deBridge's address for a chain's own currency: the zero address, in Solana's encoding. */
const nativeSol = "11111111111111111111111111111111";

const minLamports = 1_000_000n;
const maxLamports = 1_000_000_000_000n;

/** Parses the query of a link; a string is the error. */
export const readBridgeLink = (query: URLSearchParams): BridgeLink | string => {
  const of = (name: string) => query.get(name) ?? "";
  if (of("outputChain") !== solana || of("outputCurrency") !== nativeSol) return "Only SOL on Solana is sent from here";
  if (!Object.hasOwn(inputChains, of("inputChain"))) return "This chain is not known here";
  if (query.getAll("address").length !== 1 || !isAddress(of("address"))) return "The wallet address is not valid";
  return { inputChain: of("inputChain"), address: of("address") };
};

/** Parses a typed amount of SOL; a string is the error. */
export const readSwapAmount = (text: string): bigint | string => {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]{0,4})(?:\.([0-9]{1,9}))?$/.exec(text.trim()) ?? [];
  const amount = whole === undefined ? 0n : BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
  return amount >= minLamports && amount <= maxLamports
    ? amount
    : `The amount must be between ${formatSol(`${minLamports}`)} and ${formatSol(`${maxLamports}`)}`;
};
