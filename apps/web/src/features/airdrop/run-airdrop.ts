import {
  type AnswerOf,
  ApiError,
  airdropState,
  maxAirdropBatchesPerCall,
  milliseconds,
  type routes,
  type SignerAirdropStep,
  type TransactionSignature,
} from "@tribe/contract";
import type { AirdropStatus as Status } from "./airdrop-queries.ts";

type Sent = AnswerOf<typeof routes.airdrop.send>;
type Submitted = {
  readonly taskBatchId: string;
  readonly message: SignerAirdropStep["message"];
  readonly signature: TransactionSignature;
};

/** The dependencies of a run, replaced in tests. */
export interface AirdropLine {
  readonly send: (limit: number) => Promise<Sent>;
  readonly submit: (batches: Submitted[]) => Promise<{ readonly expired: readonly string[] }>;
  readonly status: () => Promise<Status>;
  /** Signs in the wallet, for the confirmed airdrop only. */
  readonly sign: (steps: SignerAirdropStep[]) => Promise<readonly TransactionSignature[]>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Waits until a frame says that one of the person's transactions has ended, at most this long. @returns whether one came */
  readonly hear: (milliseconds: number, signal: AbortSignal) => Promise<boolean>;
}

/** The step that failed finally: creating the list's account, or requesting, signing or submitting messages. */
export type AirdropStep = "pool" | "message" | "sign" | "send";

/** A stopped airdrop. Its cause is what the step threw: an ApiError, or the wallet's SignerError. */
export class AirdropStoppedError extends Error {
  override readonly name = "AirdropStoppedError";
  readonly step: AirdropStep;

  constructor(step: AirdropStep, options?: ErrorOptions) {
    super(`the airdrop stopped: ${step}`, options);
    this.step = step;
  }
}

/** Runs a step. @throws AirdropStoppedError */
const asStep = async <T>(step: AirdropStep, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (cause) {
    throw new AirdropStoppedError(step, { cause });
  }
};

/** The delay before a call is repeated, in ms; doubled each time. */
const againMs = 750;
/** After a frame: the server's airdrop follows its transactions within half a second, and more may end meanwhile. */
const settleMs = 750;
/** The most attempts of a call that failed temporarily. */
const maxTries = 6;
/** The most attempts to sign the setup, which may expire. */
const maxSetUps = 5;

/**
 * Signs and submits an airdrop's transactions, in the server's batches, until each has landed. It may be aborted at any time and
 * continued, also by another page: the chain records what has landed.
 * @throws AirdropStoppedError, and the signal's reason if it was aborted
 */
export const runAirdrop = async (
  line: AirdropLine,
  { signal, onStatus }: { readonly signal: AbortSignal; readonly onStatus: (status: Status) => void },
): Promise<void> => {
  const askStatus = () => asStep("send", () => untilAnswered(line.status, line, signal));
  let setUps = 0;
  for (;;) {
    signal.throwIfAborted();
    const { isCompleted, batches } = await asStep("message", () =>
      untilAnswered(() => line.send(maxAirdropBatchesPerCall), line, signal),
    );
    if (isCompleted) {
      // Everybody is paid: the remaining batches only return a deposit, and their failure is ignored.
      await handIn(line, batches, signal).catch(() => undefined);
      onStatus(await askStatus());
      return;
    }
    if (batches.length > 0) {
      if (batches.some(({ kind }) => kind === "setUp")) setUps += 1;
      if (setUps > maxSetUps) throw new AirdropStoppedError("pool");
      await handIn(line, batches, signal);
    }
    let status = await askStatus();
    onStatus(status);
    // More batches may be ready at once.
    if (batches.length > 0 && !batches.some(({ kind }) => kind === "setUp")) continue;
    // At least one wait: what another page is about to sign is not given to this one.
    while (status.state === airdropState.pending) {
      if (await line.hear(milliseconds.airdropPoll, signal)) await line.wait(settleMs, signal);
      status = await askStatus();
      onStatus(status);
      if (hasWork(status)) break;
    }
  }
};

/** Whether there are transactions to sign, or the airdrop is over. */
const hasWork = ({ state, shouldRetry, isSetUp, underWay, completedBatches, totalBatches }: Status): boolean => {
  if (state !== airdropState.pending || shouldRetry) return true;
  return isSetUp ? completedBatches + underWay < totalBatches : underWay === 0;
};

const handIn = async (line: AirdropLine, batches: Sent["batches"], signal: AbortSignal): Promise<void> => {
  if (batches.length === 0) return;
  const steps = batches.map(({ taskBatchId: _, lastValidBlockHeight: __, ...step }) => step);
  const signatures = await asStep("sign", () => line.sign(steps));
  signal.throwIfAborted();
  const signed = batches.flatMap(({ taskBatchId, message }, index) => {
    const signature = signatures[index];
    return signature ? [{ taskBatchId, message, signature }] : [];
  });
  await asStep("send", () => untilAnswered(() => line.submit(signed), line, signal));
};

const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === "unavailable" ||
  // The browser has repeated the request itself, after the answer to the first one was lost.
  error.code === "request_replayed" ||
  error.code === "too_many_requests" ||
  error.code === "internal";

const untilAnswered = async <T>(call: () => Promise<T>, { wait }: AirdropLine, signal: AbortSignal): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || tries >= maxTries || !isPassing(error)) throw error;
      await wait(againMs * 2 ** (tries - 1), signal);
    }
  }
};

/** The setup's share of an airdrop's progress, in percent; the payments are the rest. */
export const makingPercent = 20;

/** An airdrop's progress in percent: the setup's share until the list's account exists, then by batches. */
export const airdropProgress = (
  status: Pick<Status, "isSetUp" | "completedBatches" | "totalBatches"> | null,
  /** The elapsed share, from 0 to 1, of the ten seconds that the setup may take. */
  creation: number,
): number => {
  if (!status?.isSetUp) return makingPercent * Math.min(1, creation);
  const paid = status.totalBatches === 0 ? 1 : status.completedBatches / status.totalBatches;
  return makingPercent + (100 - makingPercent) * paid;
};

/** An airdrop's progress in words: the setup, then the number of paid recipients. */
export const airdropWords = (
  status: Pick<Status, "isSetUp" | "paidRecipients"> | null,
  recipients: number,
  making = "Setting it up",
): string => {
  if (!status?.isSetUp) return making;
  const [paid, all] = [status.paidRecipients, recipients].map((count) => count.toLocaleString("en"));
  return `Set up · ${paid} of ${all} ${recipients === 1 ? "recipient" : "recipients"} paid`;
};

/** The number of landed batches at a time (ms). */
interface Pace {
  readonly at: number;
  readonly completedBatches: number;
}

/** The remaining time in ms at the pace since `from`; null if no batch has landed since. */
export const airdropTimeLeft = (from: Pace, now: Pace, totalBatches: number): number | null => {
  const landed = now.completedBatches - from.completedBatches;
  return landed <= 0 ? null : ((now.at - from.at) * (totalBatches - now.completedBatches)) / landed;
};

/** The remaining time in words. */
export const timeLeftWords = (ms: number): string =>
  ms < 60_000 ? "Less than a minute left." : `About ${Math.ceil(ms / 60_000)} minutes left.`;
