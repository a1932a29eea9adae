import type { Address } from "@tribe/contract";
import { priorityFeeCeilingMicroLamports } from "@tribe/contract";
import { readFrame, sameBytes } from "../clear-signing/parsed-message.ts";
import { type AirdropStepSize, airdropComputeUnitLimit, airdropStepFee } from "./airdrop-costs.ts";
import { type AirdropPlace, type AirdropStep, buildAirdropEnd, buildAirdropMessage } from "./airdrop-messages.ts";

/** Bytes of the two compute-budget instructions at the start of our messages. */
const budget = { limit: { kind: 2, bytes: 5 }, price: { kind: 3, bytes: 9 } } as const;

const sizeOf = (step: AirdropStep): AirdropStepSize =>
  step.kind === "batch" ? { kind: "batch", recipients: step.recipients.length } : { kind: step.kind };

/**
 * Checks that a message is exactly this step of an airdrop: it is built again from the step, with the message's own blockhash
 * and price, and must have the same bytes.
 * @returns the most that it can cost besides rents, in lamports; null for any other message, and for a higher compute limit or
 * price than ours
 */
export const checkAirdropMessage = (
  bytes: Uint8Array,
  wallet: Address,
  place: AirdropPlace,
  step: AirdropStep,
): Promise<bigint | null> => check(bytes, wallet, sizeOf(step), (frame) => buildAirdropMessage(frame, place, step));

/** The same for the end of an airdrop's account, of which a wallet knows only the seeds. */
export const checkAirdropEnd = (
  bytes: Uint8Array,
  wallet: Address,
  seeds: Pick<AirdropPlace, "slot" | "list">,
  kind: "cancel" | "close",
): Promise<bigint | null> => check(bytes, wallet, { kind }, (frame) => buildAirdropEnd(frame, seeds, kind));

const check = async (
  bytes: Uint8Array,
  wallet: Address,
  size: AirdropStepSize,
  build: (frame: Parameters<typeof buildAirdropMessage>[0]) => Promise<Uint8Array>,
): Promise<bigint | null> => {
  try {
    // Any other content, with or without a lookup table, makes the rebuilt bytes differ.
    const { blockhash, data } = readFrame(bytes);
    const [limit, price] = data;
    if (limit?.[0] !== budget.limit.kind || limit.length !== budget.limit.bytes) return null;
    if (price?.[0] !== budget.price.kind || price.length !== budget.price.bytes) return null;
    const computeUnitLimit = viewOf(limit).getUint32(1, true);
    const microLamportsPerUnit = viewOf(price).getBigUint64(1, true);
    if (computeUnitLimit !== airdropComputeUnitLimit(size)) return null;
    if (microLamportsPerUnit > priorityFeeCeilingMicroLamports) return null;
    const rebuilt = await build({ wallet, blockhash, computeUnitLimit, microLamportsPerUnit });
    return sameBytes(rebuilt, bytes) ? airdropStepFee(size, microLamportsPerUnit) : null;
  } catch {
    // A decoder failed on unreadable bytes.
    return null;
  }
};

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);
