import {
  type Address,
  ApiError,
  airdropSubjectText,
  type Base64,
  type BodyOf,
  type Outflow,
  type routes,
  type SendWaitInfo,
  type Spend,
  type SpendJudgement,
  setUpStatementText,
  spendStatementText,
  type UnsignedSpendStatement,
  walletWaits,
} from "@tribe/contract";
import {
  countOutflow,
  covers,
  emptyOutflowBook,
  isFirstSend,
  judgeOutflow,
  lookalikeOf,
  type OutflowJudgement,
  type Sale,
  setUpOf,
  tokensOf,
  waitFor,
  withApproval,
  withSale,
  withSetUp,
  worthOf,
} from "@tribe/domain/outflow";
import { sha256 } from "../approvals/approval-crypto.ts";
import type { Attestor } from "./attestor.ts";

interface FakeOutflowOptions {
  readonly uid: string;
  /** Signs what is said of spends; without one they can't be confirmed. */
  readonly attestor: Pick<Attestor, "sign"> | null;
  /** ms since 1970. */
  readonly now: () => number;
  readonly address: () => Address | null;
  /** The ids of the passkeys in force. */
  readonly passkeys: () => string[];
}

/** What the role `keys` knows of a wallet's outflow, in memory: it judges and counts by the same rules. */
export const createFakeOutflow = ({ uid, attestor, now, address: own, passkeys }: FakeOutflowOptions) => {
  const sends: SendWaitInfo[] = [];
  const landed = new Map<string, Sale>();
  let book = emptyOutflowBook;
  let worthOfTokens: (outflow: Outflow) => bigint | null = (outflow) => (tokensOf(outflow) ? null : 0n);

  const addressOfWallet = (): Address => {
    const address = own();
    if (address === null) throw new ApiError("wallet_missing");
    return address;
  };
  const judgedBy = (devicePublicKey: Base64, outflow: Outflow) => ({
    now: now(),
    waits: sends.filter((wait) => wait.devicePublicKey === devicePublicKey),
    tokensWorth: worthOfTokens(outflow),
  });

  return {
    /** The waits that were asked for. */
    sends,
    /** Says whether a press lets a spend out. */
    judge: async ({ spend, nonce, devicePublicKey, sales }: BodyOf<typeof routes.wallet.judgeSpend>) => {
      const address = addressOfWallet();
      for (const signature of sales) {
        const sale = landed.get(signature);
        if (sale) book = withSale(book, sale, now());
      }
      const { outflow } = spend;
      const by = judgedBy(devicePublicKey, outflow);
      const worth = worthOf(outflow, by.tokensWorth);
      const unsigned: UnsignedSpendStatement = {
        ...{ uid, address, nonce, now: by.now },
        judgement: stated(judgeOutflow(book, spend, by)),
        worth: worth === null ? null : `${worth}`,
        passkeys: passkeys(),
        isFirst: isFirstSend(book, outflow),
        lookalike: lookalikeOf(book, address, outflow),
      };
      const signature = await attestor?.sign(spendStatementText(spend, unsigned));
      return { ...unsigned, ...(signature ? { signature } : {}) };
    },
    /** Counts a spend before its share is given. @throws ApiError `allowance_over` */
    count: (devicePublicKey: Base64, spend: Spend): void => {
      const counted = countOutflow(book, spend, judgedBy(devicePublicKey, spend.outflow));
      if (!counted) throw new ApiError("allowance_over");
      book = counted.book;
      const { used } = counted;
      if (!used) return;
      sends.splice(sends.indexOf(used.wait), 1, ...(used.left ? [used.left] : []));
    },
    /** Begins a day's wait, or gives the one that covers it already. */
    ask: (devicePublicKey: Base64, outflow: Outflow): SendWaitInfo => {
      const found = sends.find((wait) => wait.expiresAt > now() && covers(wait, outflow));
      if (found) return found;
      const readyAt = now() + walletWaits.sendSeconds * 1_000;
      const expiresAt = readyAt + walletWaits.sendWithinSeconds * 1_000;
      const asked = { devicePublicKey, id: crypto.randomUUID(), askedAt: now(), readyAt, expiresAt };
      const wait: SendWaitInfo = { ...asked, ...waitFor(addressOfWallet(), outflow) };
      sends.push(wait);
      return wait;
    },
    /** Notes in which slot a counted airdrop sets up its account. @throws ApiError `conflict` */
    setUp: async ({ tribe, mint, list, slot, nonce }: BodyOf<typeof routes.wallet.setUpAirdrop>) => {
      const subject = await sha256(airdropSubjectText(tribe, mint, list));
      const before = setUpOf(book, subject, now());
      const address = own();
      if (address === null || before.kind === "uncounted" || (before.slot !== null && before.slot !== slot))
        throw new ApiError("conflict");
      book = withSetUp(book, subject, slot);
      return { signature: await attestor?.sign(setUpStatementText({ uid, address, subject, slot, nonce })) };
    },
    /** A passkey approves this subject. */
    approve: (subject: Base64): void => {
      book = withApproval(book, subject, now());
    },
    /** Sets what it thinks tokens are worth that leave, in lamports; unknown at first. */
    value: (next: (outflow: Outflow) => bigint | null): void => {
      worthOfTokens = next;
    },
    /** Has a sale landed on its chain. */
    land: (sale: Sale): void => {
      landed.set(sale.signature, sale);
    },
  };
};

const stated = (judgement: OutflowJudgement): SpendJudgement => {
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
