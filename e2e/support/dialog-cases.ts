import { routes } from "@tribe/contract";
import { apiCall, type CallMatch, rpcCall } from "./faults.ts";
import { readyToConfirm } from "./page/at-the-page.ts";
import { sol, tokens } from "./people/people.ts";
import { swapIn } from "./people/swap-in.ts";
import type { Scene } from "./scene.ts";

/** How a transaction can go, from its opener to its end; the suite has a test for each. */
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

/** One transaction dialog, as far as its outcomes need to know it. */
export interface DialogCase {
  readonly name: string;
  /** Where the token is traded that it is about. */
  readonly venue: "curve" | "pool";
  /** Where it begins, and the button that opens it there. */
  readonly door: Door;
  /** From its open door to the confirm view. */
  readonly goOn: (scene: Scene) => Promise<void>;
  /** What its failure leads back to: an amount, which says what is missing and where to get it, or where it began. */
  readonly leadsBackTo: "amount" | "door";
  /** The call that a preparation begins with: for the message to sign, or for the blockhash of one that the page makes. */
  readonly prepares: CallMatch;
  /** What a person reads when who answers that call is in trouble. */
  readonly trouble: string;
  /** The call that hands the signature in. */
  readonly submits: CallMatch;
  /** The last call before that: from then on nobody can say that it was never sent. */
  readonly hesitates: CallMatch;
  /** What `npm test` walks through: what no other dialog does by the same code. The long run tries every outcome. */
  readonly inShortRun: "every outcome" | readonly Outcome[];
  /** Moves the price against the person by more than the slippage that `reach` sets; null where no price is in it. */
  readonly movePrice: ((scene: Scene) => Promise<void>) | null;
}

/** Every way that this dialog can go. */
export const outcomesOf = ({ movePrice }: DialogCase): readonly Outcome[] =>
  allOutcomes.filter((outcome) => outcome !== "slippage" || movePrice !== null);

/** Those of them that `npm test` walks through. */
export const outcomesInGate = (dialog: DialogCase): readonly Outcome[] =>
  dialog.inShortRun === "every outcome" ? outcomesOf(dialog) : dialog.inShortRun;

interface Door {
  /** What others do so that there is something to do. */
  readonly before?: (scene: Scene) => Promise<void>;
  readonly path: (scene: Scene) => string;
  readonly opener: string;
}

/** To the page on which the dialog is opened, with everything that it needs. */
export const comeToDoor = async ({ door }: DialogCase, scene: Scene): Promise<void> => {
  await setSlippage(scene, 0);
  await door.before?.(scene);
  await scene.open(door.path(scene));
};

/** Presses what opens the dialog. */
export const openDoor = ({ door }: DialogCase, { page }: Scene): Promise<void> =>
  page.getByRole("button", { name: door.opener, exact: true }).click();

/** From anywhere to the open confirm view. */
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

const serverTrouble = "This can't be prepared right now";

const ticket = {
  venue: "curve",
  prepares: apiCall("POST", "/v2/factory/trade"),
  trouble: serverTrouble,
  submits: apiCall("PUT", "/v2/factory/trade"),
  hesitates: apiCall("PUT", "/v2/factory/trade"),
} as const;

/** This browser sends it itself, after one last simulation, which has no signature of it. */
const direct = {
  venue: "pool",
  prepares: rpcCall("getLatestBlockhash"),
  trouble: "The network's node isn't working right now",
  submits: rpcCall("sendTransaction"),
  hesitates: rpcCall("simulateTransaction"),
} as const;

/** The server prepares it, keeps it and sends it, by a callback ticket. */
const callback = {
  venue: "pool",
  prepares: apiCall("POST", "/v1/factory/convert"),
  trouble: serverTrouble,
  submits: apiCall("POST", "/v1/factory/confirm"),
  hesitates: apiCall("POST", "/v1/factory/confirm"),
} as const;

/** Every transaction dialog that the product opens here; the versioned one is Jupiter's. */
export const dialogCases: readonly DialogCase[] = [
  {
    name: "token trade v2, buy",
    ...ticket,
    inShortRun: "every outcome",
    door: tokenDoor("Buy"),
    goOn: fillAndGoOn("1.5"),
    leadsBackTo: "amount",
    movePrice: async ({ chief, mint }) => void (await chief.trade(mint, { side: "buy", tokens: tokens(20) })),
  },
  {
    name: "token trade v2, sell",
    ...ticket,
    inShortRun: ["confirmed"],
    door: tokenDoor("Sell"),
    goOn: fillAndGoOn("0.5"),
    leadsBackTo: "amount",
    movePrice: async ({ chief, mint }) => void (await chief.trade(mint, { side: "sell", tokens: tokens(5) })),
  },
  {
    name: "generic, payout of fees",
    ...direct,
    inShortRun: ["confirmed", "trouble"],
    venue: "curve",
    door: {
      // Somebody's trade in the member's own Tribe accrues fees.
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
    inShortRun: ["confirmed", "expired", "answer lost", "too little SOL"],
    // Old tokens that somebody gave the member after the migration.
    door: { ...tokenDoor("Sell"), before: async ({ giver }) => giver?.give(tokens(1)) },
    goOn: ({ page }) => page.getByRole("button", { name: "Convert all" }).click(),
    leadsBackTo: "door",
    movePrice: null,
  },
  {
    name: "token swap",
    ...direct,
    // The opener, No in the wallet and the timeout are the purchase's; what a browser that sends by itself does without a
    // connection, with refusals and with late answers is the chaos test's (apps/web/src/features/transaction/engine).
    inShortRun: ["confirmed", "expired", "slippage", "too little SOL", "reloaded", "answer lost", "killed"],
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
