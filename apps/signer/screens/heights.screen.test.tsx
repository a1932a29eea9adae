import { routes } from "@tribe/contract";
import { walletHeights } from "@tribe/ui/wallet-heights";
import { expect, it } from "vitest";
import { neverAnswers, on } from "../../web/screens/server/answers.ts";
import { boxes } from "./fixtures/boxes.ts";
import { confirmStates } from "./states/confirm.states.ts";
import type { WalletState } from "./states/state.ts";
import { confirmOf } from "./support/confirm.ts";
import { openWallet } from "./support/open-wallet.ts";
import type { WalletScreen } from "./support/wallet-screen.ts";

/** Windows in which the frame is as wide as in the app's dialog on a phone of 390 pixels, and on a desktop. */
const windows = { sheet: { width: 382, height: 900 }, centred: { width: 438, height: 900 } } as const;
const layouts = ["sheet", "centred"] as const;

/** The last height that the frame has reported. */
const heightOf = ({ events }: WalletScreen): number | undefined =>
  events.findLast((event) => event.event === "height")?.pixels;

const { curve, pool, closeAccounts, sendSol } = boxes;
const signed: readonly [name: string, box: WalletState, heights: Record<(typeof layouts)[number], number>][] = [
  ["a buy on the curve", curve.buy, walletHeights.curve.buy],
  ["a first buy on the curve", curve.firstBuy, walletHeights.curve.firstBuy],
  ["a sale on the curve", curve.sale, walletHeights.curve.sale],
  ["a sale of everything on the curve", curve.closingSale, walletHeights.curve.closingSale],
  ["a buy in the pool", pool.buy, walletHeights.pool.buy],
  ["a first buy in the pool", pool.firstBuy, walletHeights.pool.firstBuy],
  ["a sale in the pool", pool.sale, walletHeights.pool.sale],
  ["a sale of everything in the pool", pool.closingSale, walletHeights.pool.closingSale],
  ["a closing of empty accounts", closeAccounts, walletHeights.closeAccounts],
  ["SOL to a new recipient", sendSol, walletHeights.sendSol],
];

const each = signed.flatMap(([name, box, heights]) =>
  layouts.map((layout) => [name, layout, box, heights[layout]] as const),
);
it.each(each)("is as high while it signs %s as the app's page expects in its %s", async (...of) => {
  const [, layout, box, height] = of;
  const prepare: WalletState["prepare"] = ({ server }) => server.answer(on(routes.wallet.fetchShare, neverAnswers));
  const screen = await openWallet({ ...box, prepare }, { size: windows[layout] });
  await confirmOf(screen).click();
  await expect.poll(() => screen.events).toContainEqual({ event: "phase", phase: "signing" });
  await expect.poll(() => heightOf(screen)).toBe(height);
});

it.each(layouts)("is as high when it offers a recovery as the app's page expects in its %s", async (layout) => {
  const screen = await openWallet({ ...confirmStates.buy, has: "another browser's wallet" }, { size: windows[layout] });
  await expect.element(screen.getByRole("button", { name: "E-mail me a link" })).toBeVisible();
  await expect.poll(() => heightOf(screen)).toBe(walletHeights.firstRecovery);
});
