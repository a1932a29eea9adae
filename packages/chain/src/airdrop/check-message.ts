import type { Address } from "@tribe/contract";
import { priorityFeeCeilingMicroLamports } from "@tribe/contract";
import { parseMessage, sameBytes } from "../clear-signing/parsed-message.ts";
import { type AirdropStepSize, airdropComputeUnitLimit, airdropStepFee } from "./airdrop-costs.ts";
import { type AirdropPlace, type AirdropStep, buildAirdropMessage } from "./airdrop-messages.ts";

/** Bytes of the two instructions about computing that each message of ours begins with. */
const budget = { limit: { kind: 2, bytes: 5 }, price: { kind: 3, bytes: 9 } } as const;

const sizeOf = (step: AirdropStep): AirdropStepSize =>
  step.kind === "batch" ? { kind: "batch", recipients: step.recipients.length } : { kind: step.kind };

/**
 * Whether a message is exactly this step of an airdrop: it is built again from the step alone, with the message's own
 * blockhash and price, and must come out as the same bytes.
 * @returns the most that it can cost beside rents, in lamports; null for any other message, and for one that asks for more
 * computing, or a higher price, than ours do
 */
export const checkAirdropMessage = async (
  bytes: Uint8Array,
  wallet: Address,
  place: AirdropPlace,
  step: AirdropStep,
): Promise<bigint | null> => {
  try {
    const { blockhash, instructions } = parseMessage(bytes);
    const [limit, price] = instructions;
    if (limit?.data[0] !== budget.limit.kind || limit.data.length !== budget.limit.bytes) return null;
    if (price?.data[0] !== budget.price.kind || price.data.length !== budget.price.bytes) return null;
    const computeUnitLimit = viewOf(limit.data).getUint32(1, true);
    const microLamportsPerUnit = viewOf(price.data).getBigUint64(1, true);
    const size = sizeOf(step);
    if (computeUnitLimit !== airdropComputeUnitLimit(size)) return null;
    if (microLamportsPerUnit > priorityFeeCeilingMicroLamports) return null;
    const frame = { wallet, blockhash, computeUnitLimit, microLamportsPerUnit };
    const rebuilt = await buildAirdropMessage(frame, place, step);
    return sameBytes(rebuilt, bytes) ? airdropStepFee(size, microLamportsPerUnit) : null;
  } catch {
    // A decoder met something that it cannot read.
    return null;
  }
};

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);
