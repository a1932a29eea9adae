import { apiCall, type CallMatch } from "./faults.ts";
import { tokens } from "./people.ts";
import type { Scene } from "./scene.ts";

/** One transaction dialog, as far as its outcomes need to know it. */
export interface DialogCase {
  readonly name: string;
  /** From anywhere to the open confirm view. */
  readonly reach: (scene: Scene) => Promise<void>;
  /** The call that a preparation begins with: for the message to sign, or for the blockhash of one that the page makes. */
  readonly prepares: CallMatch;
  /** The call that hands the signature in. */
  readonly submits: CallMatch;
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

const ticket = {
  prepares: apiCall("POST", "/v2/factory/trade"),
  submits: apiCall("PUT", "/v2/factory/trade"),
} as const;

/** Every transaction dialog that the product has. */
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
];
