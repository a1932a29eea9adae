import { toSignature } from "@tribe/chain/transactions";
import {
  type Base64,
  type Spend,
  type SpendJudgement,
  type SpendStatement,
  spendStatementText,
  type UnsignedSpendStatement,
} from "@tribe/contract";
import { isFirstSend, judgeOutflow, lookalikeOf, type OutflowJudgement, worthOf } from "@tribe/domain/outflow";
import type { ReadingContext } from "../../../context/context.ts";
import { attestationSigner } from "../../../engines/keys/attestation.ts";
import { outflowBookOf } from "../rules/outflow-book.ts";
import type { WalletRecord } from "../rules/record.ts";
import { passkeysInForce } from "../rules/recovery-ways.ts";
import { sendWaitsOf } from "../rules/send-waits.ts";

/** What is asked about a spend. */
interface SpendQuestion {
  readonly spend: Spend;
  readonly nonce: Base64;
  readonly devicePublicKey: Base64;
  /** Worth of the tokens that leave, in lamports; null if unknown. */
  readonly tokensWorth: bigint | null;
}

/** Judges a spend by the wallet's record, and signs the answer for this wallet, this spend and the signer's nonce of this call. */
export const spendStatement = async (
  { keys, now }: Pick<ReadingContext, "keys" | "now">,
  record: WalletRecord,
  { spend, nonce, devicePublicKey, tokensWorth }: SpendQuestion,
): Promise<SpendStatement> => {
  const at = now();
  const book = outflowBookOf(record);
  const waits = sendWaitsOf(record, at).filter((wait) => wait.devicePublicKey === devicePublicKey);
  const worth = worthOf(spend.outflow, tokensWorth);
  const unsigned: UnsignedSpendStatement = {
    uid: record.uid,
    address: record.address,
    nonce,
    now: at,
    judgement: toStated(judgeOutflow(book, spend, { now: at, waits, tokensWorth })),
    worth: worth === null ? null : `${worth}`,
    passkeys: passkeysInForce(record, at),
    isFirst: isFirstSend(book, spend.outflow),
    lookalike: lookalikeOf(book, record.address, spend.outflow),
  };
  const signer = await attestationSigner(keys);
  const signature = await signer.sign(Buffer.from(spendStatementText(spend, unsigned)));
  return { ...unsigned, signature: toSignature(Uint8Array.from(signature)) };
};

const toStated = (judgement: OutflowJudgement): SpendJudgement => {
  switch (judgement.kind) {
    case "free":
    case "allowed":
      return judgement;
    case "waited":
      return { kind: "waited", wait: judgement.wait.id };
    case "stepUp": {
      const { kind, reason, left, pending } = judgement;
      return { kind, reason, left: `${left}`, readyAt: pending?.readyAt ?? null };
    }
  }
};
