import {
  type AirdropPlace,
  type AirdropStep,
  airdropRents,
  checkAirdropMessage,
  lightQueues,
  maxSigningsPerStep,
} from "@tribe/chain/airdrop";
import type { Address, SignerAirdropStep, TransactionSignature } from "@tribe/contract";
import { airdropRefusals } from "@tribe/domain/words";
import { type Bytes, fromBase64 } from "../keys/bytes.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import type { ComputedAirdrop } from "./computed-airdrop.ts";

/** The limits that one Confirm sets. */
interface ApprovalOptions {
  readonly wallet: Address;
  readonly airdrop: ComputedAirdrop;
  /** The cluster's lookup table, after the wallet has checked on chain that it is ours; batches may use no other. */
  readonly lookupTable: Address | null;
  /** Notes the slot of a new account before it is set up. @throws WalletError `refused` when the list could be paid twice */
  readonly noteSetUp: (slot: number) => Promise<void>;
  /** The highest fee that was shown, rent included. */
  readonly maxLamports: bigint;
  readonly sign: (bytes: Bytes) => Promise<TransactionSignature>;
}

/** An airdrop that the person has confirmed: it signs that airdrop's own transactions and nothing else. */
export interface Approval {
  /** @throws WalletError `refused` when any of them is not one of the airdrop's; then none is signed */
  readonly sign: (steps: readonly SignerAirdropStep[]) => Promise<readonly TransactionSignature[]>;
}

const refused = (reason: string): WalletError => new WalletError("refused", reason);

/**
 * Signs what was confirmed. Each message is built again from the list itself, so that another recipient, amount, token or
 * batch is refused; a batch is signed at most five times, all under one account of `programs/once`, which lets each land
 * once; and all fees together stay within what was shown.
 */
export const approve = (options: ApprovalOptions): Approval => {
  const { wallet, airdrop, lookupTable, maxLamports, sign } = options;
  const signings = new Map<string, number>();
  let spent = 0n;
  /** The account that counts the batches. There must be no second one, or everybody could be paid again. */
  let slot = airdrop.slot;
  let isPaying = false;

  const stepOf = ({ kind, index, queue, makesPool }: SignerAirdropStep): AirdropStep => {
    if (kind === "setUp") return { kind, makesPool, batches: airdrop.batches };
    if (kind !== "batch") return { kind };
    const known = lightQueues.find((each) => each === queue);
    if (!known) throw refused(airdropRefusals.unknownQueue);
    const recipients = index === null ? [] : airdrop.batch(index);
    if (index === null || recipients.length === 0) throw refused(airdropRefusals.unknownBatch);
    return { kind, index, recipients, queue: known };
  };

  const check = async (given: SignerAirdropStep): Promise<{ readonly bytes: Bytes; readonly note: () => void }> => {
    const bytes = fromBase64(given.message);
    const step = stepOf(given);
    const isOther = slot !== null && given.slot !== slot;
    if (isOther && (step.kind !== "setUp" || isPaying)) throw refused(airdropRefusals.countedAnew);
    if (slot === null && step.kind !== "setUp") throw refused(airdropRefusals.notSetUp);
    const { mint, program, list } = airdrop;
    const place: AirdropPlace = { mint, tokenProgram: program, slot: BigInt(given.slot), list, lookupTable };
    const fee = await checkAirdropMessage(bytes, wallet, place, step);
    if (fee === null) throw refused(airdropRefusals.otherTransaction);
    const key = `${step.kind} ${given.index ?? ""}`;
    const rents = airdropRents(program, airdrop.batches);
    const rent = step.kind === "setUp" ? rents.once + (step.makesPool ? rents.pool : 0n) : 0n;
    return {
      bytes,
      note: () => {
        const count = (signings.get(key) ?? 0) + 1;
        if (count > maxSigningsPerStep) throw refused(airdropRefusals.signedTooOften);
        if (spent + fee + rent > maxLamports) throw refused(airdropRefusals.costsMore);
        signings.set(key, count);
        spent += fee + rent;
        if (step.kind === "setUp") slot = given.slot;
        if (step.kind === "batch") isPaying = true;
      },
    };
  };

  return {
    sign: async (steps) => {
      const checked = await Promise.all(steps.map(check));
      // Counted before anything is signed, so that a later failure uses up allowance and nothing worse.
      for (const { note } of checked) note();
      for (const { kind, slot: at } of steps) if (kind === "setUp") await options.noteSetUp(at);
      return Promise.all(checked.map(({ bytes }) => sign(bytes)));
    },
  };
};
