import { routes } from "@tribe/contract";
import { walletHeights } from "@tribe/ui/wallet-heights";
import { expect, it } from "vitest";
import { neverAnswers, on } from "../../web/screens/server/answers.ts";
import { confirmStates } from "./states/confirm.states.ts";
import { confirmOf } from "./support/confirm.ts";
import { openWallet } from "./support/open-wallet.ts";
import type { WalletScreen } from "./support/wallet-screen.ts";

/** Windows in which the frame is as wide as in the app's dialog on a phone of 390 pixels, and on a desktop. */
const windows = { sheet: { width: 382, height: 900 }, centred: { width: 438, height: 900 } } as const;

/** The last height that the frame has reported. */
const heightOf = ({ events }: WalletScreen): number | undefined =>
  events.findLast((event) => event.event === "height")?.pixels;

it.each(["sheet", "centred"] as const)(
  "is as high while it signs a first buy as the app's page expects in its %s",
  async (layout) => {
    const screen = await openWallet(
      {
        ...confirmStates.buy,
        prepare: ({ server }) => server.answer(on(routes.wallet.fetchShare, neverAnswers)),
      },
      { size: windows[layout] },
    );
    await confirmOf(screen).click();
    await expect.poll(() => heightOf(screen)).toBe(walletHeights.firstBuy[layout]);
  },
);
