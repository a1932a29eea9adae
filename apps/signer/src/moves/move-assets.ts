import { tokenAccountRent, walletMinimum } from "@tribe/chain/accounts";
import {
  buildChangeCreatorMessage,
  buildSolMoveMessage,
  buildTokenMoveMessage,
  operationComputeUnitLimit,
} from "@tribe/chain/messages";
import {
  assembleTransaction,
  priorityFee,
  signatureFee,
  signersOf,
  toBase64,
  transferComputeUnitLimit,
} from "@tribe/chain/transactions";
import { type Address, lamports, type TransactionSignature } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import type { WalletKey } from "../keys/ed25519.ts";
import { permitOwnMove } from "../outflow/permit.ts";
import { sol } from "../signing/lines.ts";
import type { BothKeys } from "../wallet/move-wallet.ts";
import { toWalletError, WalletError } from "../wallet/wallet-error.ts";
import type { FormerWalletAssets, FormerWalletToken, FormerWalletTribe } from "./former-wallet-assets.ts";
import type { MoveNode } from "./move-node.ts";

/** One transaction of a move: what it transfers. */
export type MoveStep =
  | { readonly kind: "tribe"; readonly tribe: FormerWalletTribe }
  | { readonly kind: "token"; readonly token: FormerWalletToken }
  | { readonly kind: "sol"; readonly lamports: bigint };

/** The steps in order: the Chief's role first, since the account has moved already; SOL, which pays for all others, last. */
export const stepsOf = ({ lamports: sol, tokens, tribes }: FormerWalletAssets): readonly MoveStep[] => [
  ...tribes.map((tribe) => ({ kind: "tribe", tribe }) as const),
  ...tokens.filter(({ stays }) => stays === null).map((token) => ({ kind: "token", token }) as const),
  ...(sol > 0n ? [{ kind: "sol", lamports: sol } as const] : []),
];

/** Micro-lamports per compute unit: above the usual minimum of a block, and some thousandths of a cent in all. */
const microLamportsPerUnit = 20_000n;
const units = {
  tribe: operationComputeUnitLimit,
  // Includes the closing of the account.
  token: transferComputeUnitLimit("token", 0) + 6_000,
  sol: transferComputeUnitLimit("sol", 0),
};

const feeOf = (step: MoveStep, signatures: number): bigint =>
  signatureFee(signatures) + priorityFee(units[step.kind], microLamportsPerUnit);

/** The highest total cost, in lamports; the rent of new accounts is not counted, because the closed ones return it. */
export const costOf = (steps: readonly MoveStep[]): bigint =>
  steps.reduce((sum, step) => sum + feeOf(step, step.kind === "tribe" ? 2 : 1), 0n);

/** Lamports that the payer needs while a step is in progress: they are returned when the former wallet's account closes. */
const neededFor = (step: MoveStep): bigint =>
  feeOf(step, 2) + (step.kind === "token" && step.token.units > 0n ? tokenAccountRent : 0n);

const pollMilliseconds = 500;
const sendAgainEvery = 4;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends it repeatedly until it has landed or can't land any more. @throws WalletError */
const landed = async (node: MoveNode, message: Uint8Array<ArrayBuffer>, keys: readonly WalletKey[], last: number) => {
  const signatures: Record<Address, TransactionSignature> = {};
  for (const key of keys) signatures[key.address] = await permitOwnMove(key).sign(message);
  const [first] = signersOf(message);
  const name = first && signatures[first];
  if (!name) throw new TypeError("who pays signs");
  const wire = toBase64(assembleTransaction(message, signatures));
  await node.send(wire);
  for (let turn = 1; ; turn += 1) {
    await pause(pollMilliseconds);
    // The node may be unreachable for a moment: the loop asks again.
    const landing = await node.landing(name).catch(() => "unknown" as const);
    if (landing === "landed") return;
    if (landing === "failed") throw new WalletError("unavailable", walletErrorTexts.moveRefused);
    if (turn % sendAgainEvery !== 0) continue;
    const height = await node.blockHeight().catch(() => 0);
    if (height > last && (await node.landing(name).catch(() => "unknown")) !== "landed")
      throw new WalletError("unavailable", walletErrorTexts.moveTooLate);
    await node.send(wire).catch(() => undefined);
  }
};

/** The state of a step. */
export type StepState =
  | { readonly kind: "waiting" | "moving" | "moved" }
  | { readonly kind: "failed"; readonly message: string };

interface AssetMove {
  readonly node: MoveNode;
  readonly keys: BothKeys;
  readonly program: Address;
  readonly steps: readonly MoveStep[];
  readonly onStep: (index: number, state: StepState) => void;
}

/**
 * Moves the steps one after another; each transaction is confirmed before the next begins. A failed step does not stop the
 * others, and the next attempt finds it where it was.
 */
export const moveAssets = async ({ steps, onStep, ...by }: AssetMove): Promise<void> => {
  for (const [index, step] of steps.entries()) {
    onStep(index, { kind: "moving" });
    try {
      await moveStep(by, step);
      onStep(index, { kind: "moved" });
    } catch (thrown) {
      onStep(index, { kind: "failed", message: toWalletError(thrown).message });
    }
  }
};

const moveStep = async (
  { node, keys: { from, to }, program }: Pick<AssetMove, "node" | "keys" | "program">,
  step: MoveStep,
): Promise<void> => {
  const balance = await node.balance(from.address);
  const { blockhash, lastValidBlockHeight: last } = await node.latestBlockhash();
  const frame = { program, blockhash, computeUnitLimit: units[step.kind], microLamportsPerUnit };
  if (step.kind === "sol") {
    // Everything to the last lamport: dust that can't pay its own fee is moved at the new wallet's cost.
    const fee = feeOf(step, 1);
    const isOwn = balance > fee;
    if (balance === 0n) return;
    const message = buildSolMoveMessage(
      { ...frame, wallet: isOwn ? from.address : to.address },
      { from: from.address, to: to.address, lamports: lamports(isOwn ? balance - fee : balance) },
    );
    return landed(node, message, isOwn ? [from] : [from, to], last);
  }
  const needed = neededFor(step) + walletMinimum;
  const payer = balance >= needed ? from : to;
  if (payer === to && (await node.balance(to.address)) < needed)
    throw new WalletError("unavailable", walletErrorTexts.noSolToMove(sol(needed)));
  const paid = { ...frame, wallet: payer.address };
  const names = { from: from.address, to: to.address };
  const creators = { creator: from.address, newCreator: to.address };
  if (step.kind === "tribe")
    return landed(node, await buildChangeCreatorMessage({ ...paid, ...step.tribe, ...creators }), [from, to], last);
  const message = await buildTokenMoveMessage(paid, { ...step.token, ...names });
  return landed(node, message, payer === from ? [from] : [from, to], last);
};
