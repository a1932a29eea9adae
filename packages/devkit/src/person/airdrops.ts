import { randomUUID } from "node:crypto";
import {
  type AirdropPlace,
  type AirdropStep,
  checkAirdropEnd,
  checkAirdropMessage,
  hashAirdropList,
  lightPoolAddress,
  localnetLookupTable,
  needsLookupTable,
} from "@tribe/chain/airdrop";
import { describeMessage } from "@tribe/chain/clear-signing";
import {
  type Address,
  type AnswerOf,
  type ApiCall,
  type Mint,
  maxAccountsPerClaim,
  maxAirdropBatchesPerCall,
  routes,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { airdropOptionsOf, splitAirdrop } from "@tribe/domain/airdrop";
import { fromBase64 } from "./bytes.ts";
import { poll, type RetryOptions } from "./retries.ts";
import type { WalletKey } from "./wallet-key.ts";

/** The dependencies of airdrops and claims. */
export interface AirdropParts {
  readonly api: ApiCall;
  readonly key: WalletKey;
  readonly programAddress: Address;
  readonly adminAddress: Address;
  readonly retryOptions: RetryOptions;
}

type Task = AnswerOf<typeof routes.airdrop.create>["task"];
type Entry = AnswerOf<typeof routes.airdrop.recipients>["entries"][number];
type Step = AnswerOf<typeof routes.airdrop.send>["batches"][number];

/**
 * Airdrops some of a Tribe's own tokens to its members and holders, or continues a pending airdrop. As the wallet's frame does,
 * it computes the recipients itself, and signs nothing else.
 * @throws ApiError; Error for an unexpected list or message
 */
export const airdrop = async (parts: AirdropParts, mint: Mint, amount: TokenUnits): Promise<void> => {
  const { api, key } = parts;
  const { task: open } = await api(routes.airdrop.existing, { query: { mint } });
  const options = { shouldAirdropToCreator: false };
  const order = { mint, airdropMintAddress: mint, airdropAmount: amount, tokenType: "Token-2022" as const, options };
  const task = open ?? (await api(routes.airdrop.create, { body: order })).task;
  const recipients = await recipientsOf(parts, task);
  const stepOf = stepsOf(task, recipients);
  const sign = async (step: Step) => {
    const bytes = fromBase64(step.message);
    if (!(await isAllowed(key.address, bytes, step, stepOf(step))))
      throw new Error("The message is not signed: it is another one");
    return { taskBatchId: step.taskBatchId, message: step.message, signature: await key.sign(bytes) };
  };
  await poll(
    "the airdrop",
    async () => {
      const body = { taskId: task.id, limit: maxAirdropBatchesPerCall };
      const { isCompleted, batches } = await api(routes.airdrop.send, { body });
      const signed = await Promise.all(batches.map(sign));
      if (signed.length > 0) await api(routes.airdrop.submit, { body: { batches: signed } });
      return isCompleted ? true : null;
    },
    // Each call brings the airdrop up to date with the chain.
    { ...parts.retryOptions, everyMs: 750 },
  );
};

/** Computes the recipients by the public rules. @throws Error when the server's list differs */
const recipientsOf = async ({ api, key }: AirdropParts, task: Task) => {
  const entries: Entry[] = [];
  for (let cursor: Address | null | undefined; cursor !== null; ) {
    const query = { taskId: task.id, limit: 5_000, ...(cursor ? { cursor } : {}) };
    const page = await api(routes.airdrop.recipients, { query });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  }
  const holders = entries.map(({ address, snapshotAmount, isMember }) => ({
    address,
    weight: snapshotAmount,
    isMember,
  }));
  const options = airdropOptionsOf(task.options);
  const split = splitAirdrop({ amount: task.airdropAmount, creator: key.address, holders, options });
  if (split.kind === "refused") throw new Error(`The airdrop can't be divided: ${split.reason}`);
  const recipients = split.shares.map((share) => ({
    address: share.address as Address, // one of the snapshot's
    amount: tokenUnits(share.amount),
  }));
  const { airdropMintAddress: mint, batchSize } = task;
  const hash = await hashAirdropList({
    tribe: task.mint,
    mint,
    pool: await lightPoolAddress(mint),
    batchSize,
    recipients,
  });
  if (Buffer.from(hash).toString("hex") !== task.listHash) throw new Error("The airdrop's list is another one");
  return recipients;
};

/** The expected content of a step of this airdrop. */
const stepsOf =
  (task: Task, recipients: Awaited<ReturnType<typeof recipientsOf>>) =>
  ({
    kind,
    index,
    queue,
    makesPool,
    slot,
  }: Step): { readonly place: AirdropPlace; readonly step: AirdropStep | null } => {
    const { airdropMintAddress: mint, tokenType, batchSize, totalBatches } = task;
    const place = {
      mint,
      tokenProgram: tokenType === "SPL" ? ("token" as const) : ("token2022" as const),
      slot: BigInt(slot),
      list: new Uint8Array(Buffer.from(task.listHash, "hex")),
      lookupTable: kind === "batch" && needsLookupTable(task) ? localnetLookupTable : null,
    };
    if (kind === "setUp") return { place, step: { kind, makesPool, batches: totalBatches } };
    if (kind !== "batch" || index === null || queue === null) return { place, step: null };
    const some = recipients.slice(index * batchSize, (index + 1) * batchSize);
    return { place, step: { kind, index, recipients: some, queue } };
  };

const isAllowed = async (
  wallet: Address,
  bytes: Uint8Array,
  { kind }: Step,
  { place, step }: { readonly place: AirdropPlace; readonly step: AirdropStep | null },
): Promise<boolean> => {
  if (step) return (await checkAirdropMessage(bytes, wallet, place, step)) !== null;
  return (kind === "cancel" || kind === "close") && (await checkAirdropEnd(bytes, wallet, place, kind)) !== null;
};

/** Claims all airdropped tokens of a mint. @throws ApiError; Error for an unexpected message */
export const claim = async (parts: AirdropParts, mint: Mint): Promise<void> => {
  const { api, key, programAddress: program, adminAddress: admin, retryOptions } = parts;
  const waiting = async () => {
    const { tokens } = await api(routes.claim.tokens, {});
    return tokens.find(({ mintAddress, authors }) => mintAddress === mint && authors.length > 0) ?? null;
  };
  for (let found = await waiting(); found; found = await waiting()) {
    const hashes = found.accounts.slice(0, maxAccountsPerClaim).map(({ hash }) => hash);
    const body = { idempotencyKey: randomUUID(), mintAddress: mint, hashes };
    const { callbackTicket, transaction: message } = await api(routes.claim.prepare, { body });
    const bytes = fromBase64(message);
    const described = await describeMessage(bytes, { wallet: key.address, admin, program });
    if (described.kind !== "claim" || described.mint !== mint)
      throw new Error(`The message is not signed: it is a ${described.kind}`);
    await api(routes.transactions.confirm, { body: { callbackTicket, message, signature: await key.sign(bytes) } });
    const isStillThere = async () => (await waiting())?.accounts.some(({ hash }) => hashes.includes(hash)) ?? false;
    await poll("the claim", async () => ((await isStillThere()) ? null : true), retryOptions);
  }
};
