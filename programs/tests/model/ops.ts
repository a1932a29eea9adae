/** Steps as plain data, so that a run can be stored, shortened and repeated. */
import { associatedToken, associatedTokenProgram, type Key, systemProgram, token2022 } from "../support/keys.ts";
import type { Order } from "./arithmetic.ts";
import { type CreatorStep, planChangeCreator } from "./creators.ts";
import { type OfficeStep, planOffice } from "./offices.ts";
import { planBurn, planClose, planGift, planTransfer } from "./outside.ts";
import { type Plan, strands } from "./plan.ts";
import { planPoolChangeCreator, planPoolCollect, planSwap } from "./pools.ts";
import type { Model, Reason, TribeState } from "./state.ts";
import { type CreateStep, planCollect, planConvert, planCreate, planMigrate } from "./tokens.ts";
import { planBuy, planSell } from "./trades.ts";

/** `tribe` is a token's id. */
export type Op =
  | ({ readonly do: "create" } & CreateStep)
  | {
      readonly do: "buy";
      readonly tribe: bigint;
      readonly trader: Key;
      readonly signer: Key;
      readonly flags: number;
      readonly referrer: Key | undefined;
      readonly order: Order;
    }
  | {
      readonly do: "sell";
      readonly tribe: bigint;
      readonly trader: Key;
      readonly signer: Key | undefined;
      readonly flags: number;
      readonly referrer: Key | undefined;
      readonly tokens: bigint;
      readonly minLamports: bigint;
    }
  | { readonly do: "collect" | "poolCollect"; readonly tribe: bigint; readonly receiver: Key }
  | ({ readonly do: "changeCreator" | "poolChangeCreator"; readonly tribe: bigint } & CreatorStep)
  | { readonly do: "migrate"; readonly tribe: bigint; readonly caller: Key }
  | { readonly do: "convert"; readonly tribe: bigint; readonly owner: Key; readonly tokens: bigint }
  | {
      readonly do: "swap";
      readonly tribe: bigint;
      readonly trader: Key;
      readonly side: "buy" | "sell";
      readonly amount: bigint;
      readonly min: bigint;
    }
  | { readonly do: "office"; readonly step: OfficeStep }
  | { readonly do: "gift"; readonly from: Key; readonly to: Key; readonly lamports: bigint }
  | {
      readonly do: "burn";
      readonly tribe: bigint;
      readonly owner: Key;
      readonly fresh: boolean;
      readonly units: bigint;
    }
  | {
      readonly do: "transfer";
      readonly tribe: bigint;
      readonly owner: Key;
      readonly to: Key;
      readonly fresh: boolean;
      readonly units: bigint;
    }
  | { readonly do: "open" | "close"; readonly tribe: bigint; readonly owner: Key; readonly fresh: boolean }
  | { readonly do: "wait"; readonly seconds: bigint }
  | { readonly do: "alone" | "done"; readonly tribe: bigint; readonly trader: Key };

/** The system program's own code. */
const tooFewLamports = 1;

/** Creates an owner's token account at its own cost, idempotently. */
function planOpen(model: Model, owner: Key, mint: Key): Plan {
  const reading = (key: Key) => ({ key, signer: false, writable: false });
  const account = { key: associatedToken(owner, mint), signer: false, writable: true };
  const metas = [
    { key: owner, signer: true, writable: true },
    account,
    ...[owner, mint, systemProgram, token2022].map(reading),
  ];
  const known = model.supplies.has(mint);
  const left = known && !model.holdings.has(account.key) ? model.balance(owner) - model.missing(account.key, 170) : 0n;
  const reasons: Reason[] = known ? [] : ["IncorrectProgramId", "InvalidAccountData", "IllegalOwner"];
  if (left < 0n) reasons.push(tooFewLamports);
  if (strands(left)) reasons.push("InsufficientFundsForRent");
  return {
    instructions: [{ program: associatedTokenProgram, metas, data: Uint8Array.of(1) }],
    reasons,
    apply: () => {
      model.account(owner, owner, mint);
      return [];
    },
  };
}

/** A step's instruction and expected result. Undefined when its token does not exist, or nothing is sent. */
export function planOf(model: Model, op: Op): Plan | undefined {
  switch (op.do) {
    case "create":
      return planCreate(model, op);
    case "office":
      return planOffice(model, op.step);
    case "gift":
      return planGift(model, op);
    case "wait":
    case "alone":
    case "done":
      return undefined;
    default: {
      const tribe = model.tribes.find((one) => one.id === op.tribe);
      return tribe === undefined ? undefined : planAt(model, op, tribe);
    }
  }
}

type TokenOp = Exclude<Op, { do: "create" | "office" | "gift" | "wait" | "alone" | "done" }>;

function planAt(model: Model, op: TokenOp, tribe: TribeState): Plan {
  switch (op.do) {
    case "buy":
      return planBuy(model, { ...op, tribe });
    case "sell":
      return planSell(model, { ...op, tribe });
    case "collect":
      return planCollect(model, { ...op, tribe });
    case "poolCollect":
      return planPoolCollect(model, { ...op, tribe });
    case "changeCreator":
      return planChangeCreator(model, { ...op, tribe });
    case "poolChangeCreator":
      return planPoolChangeCreator(model, { ...op, tribe });
    case "migrate":
      return planMigrate(model, { ...op, tribe });
    case "convert":
      return planConvert(model, { ...op, tribe });
    case "swap":
      return planSwap(model, { ...op, tribe });
    case "burn":
      return planBurn(model, { ...op, tribe });
    case "transfer":
      return planTransfer(model, { ...op, tribe });
    case "open":
      return planOpen(model, op.owner, op.fresh ? tribe.places.newMint : tribe.mint);
    case "close":
      return planClose(model, { owner: op.owner, mint: op.fresh ? tribe.places.newMint : tribe.mint });
  }
}

/** A run as text for a report. */
export const written = (ops: readonly Op[]): string =>
  ops
    .map((op) => JSON.stringify(op, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)))
    .join("\n");
