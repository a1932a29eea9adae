import { priorityFeeCeilingMicroLamports } from "@tribe/contract";
import { describeCloseAccounts } from "../closing/describe-close-accounts.ts";
import { computeUnitCeiling } from "../transactions/compute.ts";
import { describeClaim } from "./describe-claim.ts";
import { describeCollect, describePoolCollect } from "./describe-collect.ts";
import { describeCreate } from "./describe-create.ts";
import { describeConvert, describeSwapBuy, describeSwapSell } from "./describe-lifecycle.ts";
import { describeRoute } from "./describe-route.ts";
import { describeBuy, describeSell } from "./describe-trade.ts";
import { describeTransfer } from "./describe-transfer.ts";
import { type DescribeContext, type Description, type Refusal, Refused } from "./description.ts";
import { sortInstructions, type TradeKind } from "./instructions.ts";
import { parseMessage, sameBytes } from "./parsed-message.ts";
import type { Described, Read } from "./reading.ts";

/**
 * Describes what a message does, or why it must not be signed. Pure: only bytes and context decide.
 * || After all checks the message is rebuilt from the description alone, and must have the same bytes: so the description
 * contains everything in the message, and two messages that differ by a bit have different descriptions.
 */
export const describeMessage = async (bytes: Uint8Array, context: DescribeContext): Promise<Description | Refusal> => {
  try {
    const message = parseMessage(bytes);
    if (message.feePayer !== context.wallet) throw new Refused("fee_payer");
    const sorted = sortInstructions(message, context.program);
    if (message.signers.some((signer) => signer !== context.wallet && signer !== context.admin))
      throw new Refused("unexpected_signer");
    if (sorted.computeUnitLimit > ceilingOf(sorted.trade.kind)) throw new Refused("compute_budget");
    if (sorted.microLamportsPerUnit > priorityFeeCeilingMicroLamports) throw new Refused("priority_fee");
    const { description, rebuilt } = await describers[sorted.trade.kind]({ message, sorted, context });
    if (!sameBytes(rebuilt, bytes)) throw new Refused("not_canonical");
    return description;
  } catch (error) {
    if (error instanceof Refused) return { kind: "refused", reason: error.reason };
    // One of kit's decoders failed on unreadable bytes.
    return { kind: "refused", reason: "malformed" };
  }
};

const ceilingOf = (kind: TradeKind): number =>
  computeUnitCeiling(
    kind === "create" || kind === "buy" || kind === "sell" || kind === "transfer" || kind === "claim" ? kind : "other",
  );

const describers: Record<TradeKind, (read: Read) => Promise<Described<Description>>> = {
  create: describeCreate,
  buy: describeBuy,
  sell: describeSell,
  convert: describeConvert,
  collect: describeCollect,
  swapBuy: describeSwapBuy,
  swapSell: describeSwapSell,
  poolCollect: describePoolCollect,
  route: describeRoute,
  transfer: describeTransfer,
  claim: describeClaim,
  closeAccounts: describeCloseAccounts,
};
