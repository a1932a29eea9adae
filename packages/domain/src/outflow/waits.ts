import type { Address, Outflow, SendWaitInfo } from "@tribe/contract";

/** Lamports that leave by themselves. */
export const lamportsOf = (outflow: Outflow): bigint => ("lamports" in outflow ? BigInt(outflow.lamports) : 0n);

/** The tokens that leave; null for SOL. */
export const tokensOf = (outflow: Outflow): { readonly mint: Address; readonly units: bigint } | null => {
  const tokens = "tokens" in outflow ? outflow.tokens : null;
  return tokens && { mint: tokens.mint, units: BigInt(tokens.units) };
};

const whatOf: Readonly<Record<Outflow["kind"], SendWaitInfo["what"]>> = {
  purchase: "token",
  firstBuy: "creation",
  transfer: "recipient",
  airdrop: "airdrop",
};

/** What a day's wait is asked for: whom or what, and how much. */
export const waitFor = (
  wallet: Address,
  outflow: Outflow,
): Pick<SendWaitInfo, "what" | "address" | "lamports" | "tokens" | "list"> => {
  const what = whatOf[outflow.kind];
  const lamports = `${lamportsOf(outflow)}`;
  switch (outflow.kind) {
    case "purchase":
      return { what, address: outflow.mint, lamports, tokens: null, list: null };
    case "firstBuy":
      // The Tribe of tomorrow's transaction has another mint.
      return { what, address: wallet, lamports, tokens: null, list: null };
    case "transfer":
      return { what, address: outflow.recipient, lamports, tokens: outflow.tokens, list: null };
    case "airdrop":
      return { what, address: outflow.tribe, lamports, tokens: outflow.tokens, list: outflow.list };
  }
};

/** Whether a wait names whom or what an outflow goes to, and at least as much. */
export const covers = (wait: SendWaitInfo, outflow: Outflow): boolean => {
  if (wait.what !== whatOf[outflow.kind] || BigInt(wait.lamports) < lamportsOf(outflow)) return false;
  const tokens = tokensOf(outflow);
  const waited = wait.tokens ?? null;
  if ((tokens === null) !== (waited === null)) return false;
  if (tokens && waited && (waited.mint !== tokens.mint || BigInt(waited.units) < tokens.units)) return false;
  switch (outflow.kind) {
    case "purchase":
      return wait.address === outflow.mint;
    case "firstBuy":
      return true;
    case "transfer":
      return wait.address === outflow.recipient;
    case "airdrop":
      return wait.address === outflow.tribe && wait.list === outflow.list;
  }
};

/** A wait after an outflow that it covers; null when nothing is left of it. */
export const withoutSpent = (wait: SendWaitInfo, outflow: Outflow): SendWaitInfo | null => {
  const lamports = BigInt(wait.lamports) - lamportsOf(outflow);
  const tokens = tokensOf(outflow);
  const units = wait.tokens && tokens ? BigInt(wait.tokens.units) - tokens.units : 0n;
  if (wait.tokens ? units <= 0n : lamports <= 0n) return null;
  return {
    ...wait,
    lamports: `${lamports}`,
    tokens: wait.tokens ? { mint: wait.tokens.mint, units: `${units}` } : null,
  };
};
