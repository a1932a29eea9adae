import { routes } from "@tribe/contract";
import { apiCall, type CallMatch, rpcCall } from "./faults.ts";
import { sol, tokens } from "./people.ts";
import type { Scene } from "./scene.ts";
import { swapIn } from "./swap-in.ts";

/** One transaction dialog, as far as its outcomes need to know it. */
export interface DialogCase {
  readonly name: string;
  /** Where the token is traded that it is about. */
  readonly venue: "curve" | "pool";
  /** From anywhere to the open confirm view. */
  readonly reach: (scene: Scene) => Promise<void>;
  /** The call that a preparation begins with: for the message to sign, or for the blockhash of one that the page makes. */
  readonly prepares: CallMatch;
  /** The call that hands the signature in. */
  readonly submits: CallMatch;
  /** The last call before that: from then on nobody can say that it was never sent. */
  readonly hesitates: CallMatch;
  /** Moves the price against the person by more than the slippage that `reach` sets; null where no price is in it. */
  readonly movePrice: ((scene: Scene) => Promise<void>) | null;
}

const setSlippage = async ({ page }: Scene, basisPoints: number): Promise<void> => {
  await page.evaluate((bps) => localStorage.setItem("tribe:v1:slippage", JSON.stringify(bps)), basisPoints);
};

const reachTrade = (side: "Buy" | "Sell", amount: string) => async (scene: Scene) => {
  const { page, mint } = scene;
  await setSlippage(scene, 0);
  await scene.open(`/token/${mint}`);
  await page.getByRole("button", { name: side, exact: true }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await scene.wallet().getByRole("button", { name: "Confirm" }).waitFor();
};

const reachSwap = async (scene: Scene) => {
  const { page, mint } = scene;
  await setSlippage(scene, 0);
  await scene.open(`/token/${mint}`);
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  await page.getByRole("heading", { name: /^Swap / }).waitFor();
  await page.getByRole("textbox", { name: "Amount" }).fill("0.1");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await scene.wallet().getByRole("button", { name: "Confirm" }).waitFor();
};

/** Somebody's trade in the member's own Tribe accrues fees, which are paid out at once. */
const reachPayout = async (scene: Scene) => {
  const { page, chief, ownMint } = scene;
  await chief.trade(ownMint, { side: "buy", tokens: tokens(1) });
  await scene.open("/earnings");
  await page.getByRole("button", { name: "Pay out now" }).click();
  await scene.wallet().getByRole("button", { name: "Confirm" }).waitFor();
};

/** Old tokens that somebody gave the member after the migration. */
const reachConversion = async (scene: Scene) => {
  const { page, mint, giver } = scene;
  await giver?.give(tokens(1));
  await scene.open(`/token/${mint}`);
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("button", { name: "Convert all" }).click();
  await scene.wallet().getByRole("button", { name: "Confirm" }).waitFor();
};

const ticket = {
  venue: "curve",
  prepares: apiCall("POST", "/v2/factory/trade"),
  submits: apiCall("PUT", "/v2/factory/trade"),
  hesitates: apiCall("PUT", "/v2/factory/trade"),
} as const;

/** This browser sends it itself, after one last simulation with its signature. */
const direct = {
  venue: "pool",
  prepares: rpcCall("getLatestBlockhash"),
  submits: rpcCall("sendTransaction"),
  hesitates: rpcCall("simulateTransaction", '"sigVerify":true'),
} as const;

/** The server prepares it, keeps it and sends it, by a callback ticket. */
const callback = {
  venue: "pool",
  prepares: apiCall("POST", "/v1/factory/convert"),
  submits: apiCall("POST", "/v1/factory/confirm"),
  hesitates: apiCall("POST", "/v1/factory/confirm"),
} as const;

/** Every transaction dialog that the product opens here; the versioned one is Jupiter's. */
export const dialogCases: readonly DialogCase[] = [
  {
    name: "token trade v2, buy",
    ...ticket,
    reach: reachTrade("Buy", "1.5"),
    movePrice: async ({ chief, mint }) => void (await chief.trade(mint, { side: "buy", tokens: tokens(20) })),
  },
  {
    name: "token trade v2, sell",
    ...ticket,
    reach: reachTrade("Sell", "0.5"),
    movePrice: async ({ chief, mint }) => void (await chief.trade(mint, { side: "sell", tokens: tokens(5) })),
  },
  { name: "generic, payout of fees", ...direct, venue: "curve", reach: reachPayout, movePrice: null },
  { name: "token trade (legacy), conversion", ...callback, reach: reachConversion, movePrice: null },
  {
    name: "token swap",
    ...direct,
    reach: reachSwap,
    movePrice: async ({ tribe, member, mint }) => {
      const { tokenId } = await member.api(routes.token.profile, { query: { mint } });
      await swapIn(tribe, tokenId, sol(5));
    },
  },
];
