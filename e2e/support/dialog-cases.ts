import { routes } from "@tribe/contract";
import { apiCall, type CallMatch, rpcCall } from "./faults.ts";
import { readyToConfirm } from "./page/at-the-page.ts";
import { sol, tokens } from "./people/people.ts";
import { swapIn } from "./people/swap-in.ts";
import type { Scene } from "./scene.ts";

/** All outcomes of a transaction, from its button to its end; the suite has a test for each. */
const allOutcomes = [
  "confirmed",
  "declined",
  "expired",
  "slippage",
  "too little SOL",
  "paused",
  "offline",
  "reloaded",
  "answer lost",
  "trouble",
  "trouble for a moment",
  "killed",
  "late",
  "nobody answers",
] as const;
export type Outcome = (typeof allOutcomes)[number];

/** One transaction dialog, with what the tests of its outcomes need. */
export interface DialogCase {
  readonly name: string;
  /** Where its token is traded. */
  readonly venue: "curve" | "pool";
  /** The page where it begins, and the button that opens it. */
  readonly door: Door;
  /** From the opened dialog to the confirm view. */
  readonly goOn: (scene: Scene) => Promise<void>;
  /** The view after a failure: the amount, with the missing sum and a deposit, or the page where it began. */
  readonly leadsBackTo: "amount" | "door";
  /** The first call of the preparation: for the message to sign, or for the blockhash if the page builds the message. */
  readonly prepares: CallMatch;
  /** The text that a person sees when that call fails. */
  readonly trouble: string;
  /** The call that submits the signature. */
  readonly submits: CallMatch;
  /** The last call before that: from then on the page can't exclude that the transaction was sent. */
  readonly hesitates: CallMatch;
  /** The outcomes in `npm test`, of those that no other story of it has: a purchase is confirmed in `main-job`, the pool's dialogs in `swap`. */
  readonly outcomesInGate: readonly Outcome[];
  /** Moves the price against the person by more than the slippage that `reach` sets; null for a dialog without a price. */
  readonly movePrice: ((scene: Scene) => Promise<void>) | null;
}

/** All possible outcomes of this dialog. */
export const outcomesOf = ({ movePrice }: DialogCase): readonly Outcome[] =>
  allOutcomes.filter((outcome) => outcome !== "slippage" || movePrice !== null);

interface Door {
  /** Actions of others that the dialog depends on. */
  readonly before?: (scene: Scene) => Promise<void>;
  readonly path: (scene: Scene) => string;
  readonly opener: string;
}

/** Opens the page with the dialog's button, after the setup that it needs. */
export const comeToDoor = async ({ door }: DialogCase, scene: Scene): Promise<void> => {
  await setSlippage(scene, 0);
  await door.before?.(scene);
  await scene.open(door.path(scene));
};

/** Presses the button that opens the dialog. */
export const openDoor = ({ door }: DialogCase, { page }: Scene): Promise<void> =>
  page.getByRole("button", { name: door.opener, exact: true }).click();

/** From any page to the open confirm view. */
export const reach = async (dialog: DialogCase, scene: Scene): Promise<void> => {
  await comeToDoor(dialog, scene);
  await openDoor(dialog, scene);
  await dialog.goOn(scene);
  await readyToConfirm(scene.page);
};

const setSlippage = async ({ page }: Scene, basisPoints: number): Promise<void> => {
  await page.evaluate((bps) => localStorage.setItem("tribe:v1:slippage", JSON.stringify(bps)), basisPoints);
};

const fillAndGoOn =
  (amount: string) =>
  async ({ page }: Scene): Promise<void> => {
    await page.getByRole("textbox", { name: "Amount" }).fill(amount);
    await page.getByRole("button", { name: "Next", exact: true }).click();
  };

const tokenDoor = (opener: string): Door => ({ path: ({ mint }) => `/token/${mint}`, opener });

const serverTrouble = "Prepare transaction failed";

const ticket = {
  venue: "curve",
  prepares: apiCall("POST", "/v2/factory/trade"),
  trouble: serverTrouble,
  submits: apiCall("PUT", "/v2/factory/trade"),
  hesitates: apiCall("PUT", "/v2/factory/trade"),
} as const;

/** The browser itself sends the transaction, after a last simulation without the signature. */
const direct = {
  venue: "pool",
  prepares: rpcCall("getLatestBlockhash"),
  trouble: "The network's node isn't working right now",
  submits: rpcCall("sendTransaction"),
  hesitates: rpcCall("simulateTransaction"),
} as const;

/** The server prepares, stores and sends the transaction, by a callback ticket. */
const callback = {
  venue: "pool",
  prepares: apiCall("POST", "/v1/factory/convert"),
  trouble: serverTrouble,
  submits: apiCall("POST", "/v1/factory/confirm"),
  hesitates: apiCall("POST", "/v1/factory/confirm"),
} as const;

/** All transaction dialogs except Jupiter's, which uses versioned transactions. */
export const dialogCases: readonly DialogCase[] = [
  {
    name: "token trade v2, buy",
    ...ticket,
    outcomesInGate: ["reloaded", "killed"],
    door: tokenDoor("Buy"),
    goOn: fillAndGoOn("1.5"),
    leadsBackTo: "amount",
    movePrice: async ({ chief, mint }) => void (await chief.trade(mint, { side: "buy", tokens: tokens(20) })),
  },
  {
    name: "token trade v2, sell",
    ...ticket,
    outcomesInGate: ["confirmed"],
    door: tokenDoor("Sell"),
    goOn: fillAndGoOn("0.5"),
    leadsBackTo: "amount",
    movePrice: async ({ chief, mint }) => void (await chief.trade(mint, { side: "sell", tokens: tokens(5) })),
  },
  {
    name: "generic, payout of fees",
    ...direct,
    outcomesInGate: ["confirmed"],
    venue: "curve",
    door: {
      // A trade in the member's own Tribe accrues fees.
      before: async ({ chief, ownMint }) => void (await chief.trade(ownMint, { side: "buy", tokens: tokens(1) })),
      path: () => "/earnings",
      opener: "Pay out now",
    },
    goOn: async () => {},
    leadsBackTo: "door",
    movePrice: null,
  },
  {
    name: "token trade (legacy), conversion",
    ...callback,
    outcomesInGate: [],
    // Old tokens, given to the member after the migration.
    door: { ...tokenDoor("Sell"), before: async ({ giver }) => giver?.give(tokens(1)) },
    goOn: ({ page }) => page.getByRole("button", { name: "Convert all" }).click(),
    leadsBackTo: "door",
    movePrice: null,
  },
  {
    name: "token swap",
    ...direct,
    outcomesInGate: [],
    door: tokenDoor("Buy"),
    goOn: async (scene) => {
      await scene.page.getByRole("heading", { name: /^Swap / }).waitFor();
      await fillAndGoOn("0.1")(scene);
    },
    leadsBackTo: "amount",
    movePrice: async ({ tribe, member, mint }) => {
      const { tokenId } = await member.api(routes.market.profile, { query: { mint } });
      await swapIn(tribe, tokenId, sol(5));
    },
  },
];
