import { createTribeMinimumLamports } from "@tribe/contract";
import { type Gate, gates, gatesOf } from "@tribe/domain/trading";
import * as z from "zod/mini";

const stringBigint = z.codec(z.string().check(z.regex(/^[0-9]{1,20}$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/**
 * An action that a person wants, and before which gates may be opened. It is plain data in the tab's storage, so that it survives
 * the full-page load of an X sign-in or a card payment, with the typed amount.
 */
export const intentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("onboarding") }),
  z.object({
    kind: z.literal("create"),
    firstBuy: z.string(),
    /** Lamports that the first buy needs in total; null when only the minimum counts. */
    lamportsRequired: z.nullable(stringBigint),
  }),
  z.object({
    kind: z.literal("trade"),
    mint: z.string(),
    direction: z.enum(["buy", "sell"]),
    amountText: z.string(),
    inSol: z.boolean(),
    /** A seat is wanted, not an amount: the dialog computes the amount, on the curve or in the pool. */
    wantsEntry: z._default(z.boolean(), false),
    /** With it: base units to spare at least, so that the seat lasts; null for the cheapest one. */
    wantsSpare: z._default(z.nullable(stringBigint), null),
    /** `open`: show the dialog; `submit`: Next was pressed, and the wallet follows once no gate is left. */
    stage: z.enum(["open", "submit"]),
    /** Lamports that the person needs to continue; null when no balance is needed. */
    lamportsRequired: z.nullable(stringBigint),
  }),
  z.object({ kind: z.literal("join"), mint: z.string() }),
  z.object({ kind: z.literal("profile") }),
]);
export type Intent = z.output<typeof intentSchema>;

export const flowSchema = z.object({
  intent: intentSchema,
  /** Gates that the person postponed; only onboarding allows that. */
  skipped: z.array(z.enum(gates)),
  /** The wallet was created in this flow: the person is new. */
  isNewcomer: z.boolean(),
  /** What a newcomer has seen and said on the way: their wallet, that they want SOL now. */
  hasMetWallet: z._default(z.boolean(), false),
  wantsFunds: z._default(z.boolean(), false),
  startedAt: z.number(),
});
/** An intent in progress. */
export type Flow = z.output<typeof flowSchema>;

/** The status of the person's account. `null`: not known yet. */
export interface AccountStatus {
  readonly isSignedIn: boolean;
  readonly hasWallet: boolean | null;
  readonly hasSocial: boolean | null;
  readonly lamports: bigint | null;
}

/** Which gates an intent needs, in order. */
export const requiredGates = (flow: Flow): readonly Gate[] => {
  const { intent } = flow;
  switch (intent.kind) {
    case "onboarding":
      if (!flow.isNewcomer) return ["signIn", "wallet"];
      return flow.wantsFunds ? gates : ["signIn", "wallet", "social"];
    case "create":
    case "join":
      return gatesOf(intent.kind);
    case "profile":
      return gatesOf("edit");
    case "trade": {
      const isFunded = intent.lamportsRequired !== null;
      // Opening the dialog needs no more than a sell does. On the way to a seat, and before any money moves, all of it is asked.
      const action = intent.stage === "submit" || intent.wantsEntry || isFunded ? intent.direction : "sell";
      return isFunded ? [...gatesOf(action), "fund"] : gatesOf(action);
    }
  }
};

/** Lamports that the person needs for an intent; null when no balance is needed. */
export const lamportsNeeded = (intent: Intent): bigint | null => {
  switch (intent.kind) {
    case "create":
      return intent.lamportsRequired ?? createTribeMinimumLamports;
    case "trade":
      return intent.lamportsRequired;
    case "onboarding":
    case "join":
    case "profile":
      return null;
  }
};

const isPassed = (gate: Gate, flow: Flow, status: AccountStatus): boolean | null => {
  if (flow.skipped.includes(gate)) return true;
  switch (gate) {
    case "signIn":
      return status.isSignedIn;
    case "wallet":
      // A new person sees their wallet before the flow continues.
      return status.hasWallet && (!meetsWallet(flow) || flow.hasMetWallet);
    case "social":
      return status.hasSocial;
    case "fund":
      return status.lamports === null ? null : status.lamports >= (lamportsNeeded(flow.intent) ?? 1n);
  }
};

/** Whether the person is shown their new wallet; on the way to a trade it is created without a stop. */
export const meetsWallet = (flow: Flow): boolean => flow.intent.kind === "onboarding" && flow.isNewcomer;

/** The gate to open now, `ready` when the action may go on, `unknown` while the status is still being asked. */
export const nextGate = (flow: Flow, status: AccountStatus): Gate | "ready" | "unknown" => {
  for (const gate of requiredGates(flow)) {
    const passed = isPassed(gate, flow, status);
    if (passed === null) return "unknown";
    if (!passed) return gate;
  }
  return "ready";
};

/** What comes after the gate that stands open: the next one, or the action itself. Null when no gate is in the way. */
export const whatComesNext = (flow: Flow, status: AccountStatus): Gate | "goal" | null => {
  const [open, next] = requiredGates(flow).filter((gate) => isPassed(gate, flow, status) !== true);
  if (!open) return null;
  return next ?? "goal";
};

/** Whether the person may postpone this gate. */
export const canSkip = (flow: Flow): boolean => flow.intent.kind === "onboarding";
