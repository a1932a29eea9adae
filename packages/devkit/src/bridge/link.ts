import { isAddress } from "@solana/kit";
import { formatSol } from "../card/order.ts";

// deBridge's public link protocol, as far as swaps into SOL go.
// https://docs.debridge.com/dln-details/widget/app

/** What a link asks for. */
export interface BridgeLink {
  /** The chain that it is paid from, by deBridge's number. */
  readonly inputChain: string;
  /** The wallet that gets the SOL. */
  readonly address: string;
}

/** Chains that one can choose to pay from, by deBridge's numbers. */
export const inputChains: Readonly<Record<string, string>> = {
  1: "Ethereum",
  8453: "Base",
  42161: "Arbitrum",
  56: "BNB Chain",
  137: "Polygon",
};
/** deBridge's number of Solana. */
const solana = "7565164";
/** How deBridge names a chain's own currency: by the zero address, in Solana's spelling. */
const nativeSol = "11111111111111111111111111111111";

const minLamports = 1_000_000n;
const maxLamports = 1_000_000_000_000n;

/** Reads the query of a link; a string says what is wrong with it. */
export const readBridgeLink = (query: URLSearchParams): BridgeLink | string => {
  const of = (name: string) => query.get(name) ?? "";
  if (of("outputChain") !== solana || of("outputCurrency") !== nativeSol) return "Only SOL on Solana is sent from here";
  if (!Object.hasOwn(inputChains, of("inputChain"))) return "This chain is not known here";
  if (query.getAll("address").length !== 1 || !isAddress(of("address"))) return "The wallet address is not valid";
  return { inputChain: of("inputChain"), address: of("address") };
};

/** Reads a typed amount of SOL; a string says what is wrong with it. */
export const readSwapAmount = (text: string): bigint | string => {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]{0,4})(?:\.([0-9]{1,9}))?$/.exec(text.trim()) ?? [];
  const amount = whole === undefined ? 0n : BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
  return amount >= minLamports && amount <= maxLamports
    ? amount
    : `The amount must be between ${formatSol(`${minLamports}`)} and ${formatSol(`${maxLamports}`)}`;
};
