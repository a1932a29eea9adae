import { hasKey, isAddress, tokenAccountRent, walletMinimum } from "@tribe/chain/accounts";
import { spendOf, transferComputeUnitLimit } from "@tribe/chain/transactions";
import type { Address, Mint } from "@tribe/contract";
import { formatExact, parseAmount } from "@tribe/domain/money";
import { checkAddress, checkSendAmount, maxSendAmount, memoProblem } from "@tribe/domain/people";
import { sendProblem } from "@tribe/domain/trading";
import { sendTexts, texts } from "@tribe/domain/words";
import { assumedMicroLamports } from "../../../shared/trading/costs/assumed-priority.ts";
import { type SendAsset, scaleOf } from "./send-asset.ts";

/** The form's input. */
export interface SendInput {
  /** The wallet that sends. */
  readonly sender: Address;
  /** Lamports; null until known. */
  readonly balance: bigint | null;
  readonly asset: SendAsset;
  /** The typed text, or the address of the chosen person. */
  readonly recipient: string;
  readonly amount: string;
  /** Empty if there is no memo. */
  readonly memo: string;
}

/** The request to the server. */
export interface SendOrder {
  readonly recipient: Address;
  readonly mint: Mint | null;
  /** Base units: lamports, or those of the mint. Above 0. */
  readonly units: bigint;
  readonly memo: string | null;
}

export interface SendAssessment {
  /** The message beside the field; null also while the field is empty. */
  readonly recipientProblem: string | null;
  readonly amountProblem: string | null;
  /** Whether more SOL would solve the amount's problem. */
  readonly needsSol: boolean;
  readonly memoProblem: string | null;
  /** Estimated network fee in lamports, before the transaction is prepared. */
  readonly fee: bigint;
  /** The highest possible deposit for a token account of the recipient, in lamports; 0 for SOL. */
  readonly deposit: bigint;
  /** Null while something is missing or wrong. */
  readonly order: SendOrder | null;
}

/** Checks the input against the specification's rules and against what the chain would refuse. */
export const assessSend = (input: SendInput): SendAssessment => {
  const { asset, balance } = input;
  const memo = input.memo.trim() === "" ? null : input.memo.trim();
  const deposit = asset.mint ? tokenAccountRent : 0n;
  const fee = spendOf({
    tradeLamports: 0n,
    rentLamports: 0n,
    signatures: 1,
    computeUnitLimit: transferComputeUnitLimit(
      asset.mint ? "token" : "sol",
      memo === null ? 0 : new TextEncoder().encode(memo).length,
    ),
    microLamportsPerUnit: assumedMicroLamports,
  }).total;
  const recipient = recipientOf(input.recipient.trim(), input.sender);
  const units = unitsOf(input);
  const unpaid =
    units.problem === null && balance !== null && units.value !== null
      ? costProblem({ balance, sent: asset.mint ? 0n : units.value, fee, hasToken: asset.mint !== null })
      : null;
  const amountProblem = units.problem ?? unpaid;
  const wrongMemo = memo === null ? null : memoProblem(memo);
  const isReady = amountProblem === null && wrongMemo === null && balance !== null;
  return {
    recipientProblem: recipient.problem,
    amountProblem,
    needsSol: unpaid !== null || units.needsSol,
    memoProblem: wrongMemo,
    fee,
    deposit,
    order:
      isReady && recipient.value !== null && units.value !== null
        ? { recipient: recipient.value, mint: asset.mint, units: units.value, memo }
        : null,
  };
};

interface Judged<T> {
  readonly value: T | null;
  readonly problem: string | null;
}

const recipientOf = (text: string, sender: Address): Judged<Address> => {
  if (text === "") return { value: null, problem: null };
  const checked = checkAddress(text);
  if (!checked.ok || !isAddress(checked.value)) return { value: null, problem: texts.invalidAddress };
  const address = checked.value;
  if (address === sender) return { value: null, problem: sendTexts.ownAddress };
  if (!hasKey(address)) return { value: null, problem: sendTexts.keylessAddress };
  return { value: address, problem: null };
};

const unitsOf = ({ asset, amount: text }: SendInput): Judged<bigint> & { readonly needsSol: boolean } => {
  if (text === "" || asset.available === null) return { value: null, problem: null, needsSol: false };
  const checked = checkSendAmount(text, asset.available);
  if (!checked.ok)
    return {
      value: null,
      problem: checked.message,
      needsSol: asset.mint === null && checked.message === texts.insufficientBalance && parseAmount(text) !== 0n,
    };
  const value = checked.value / scaleOf(asset);
  // Below the smallest part of the token.
  if (value === 0n) return { value: null, problem: texts.insufficientBalance, needsSol: false };
  return { value, problem: null, needsSol: false };
};

interface Costs {
  readonly balance: bigint;
  readonly sent: bigint;
  readonly fee: bigint;
  readonly hasToken: boolean;
}

const costProblem = ({ balance, sent, fee, hasToken }: Costs): string | null => {
  const total = sent + fee;
  if (sendProblem({ balance, total, minimum: walletMinimum, arriving: null }) === null) return null;
  if (hasToken || total > balance) return sendTexts.feeInSol;
  return sendTexts.mustKeep(formatExact(walletMinimum));
};

/** The amount for MAX: all tokens, or SOL without the specification's reserve. Empty while the balance is unknown. */
export const maxAmount = (asset: SendAsset): string =>
  asset.available === null ? "" : formatExact(asset.mint ? asset.available : maxSendAmount(asset.available));
