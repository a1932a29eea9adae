import {
  type AnswerOf,
  ApiError,
  maxAirdropBatchesPerCall,
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

/** What an airdrop runs on; a test has its own. */
export interface AirdropLine {
  readonly send: (limit: number) => Promise<Sent>;
  readonly submit: (batches: Submitted[]) => Promise<{ readonly expired: readonly string[] }>;
  readonly status: () => Promise<Status>;
  /** The wallet's, for the airdrop that was confirmed. */
  readonly sign: (steps: SignerAirdropStep[]) => Promise<readonly TransactionSignature[]>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What failed for good: the account of the list, or asking for messages, signing them or handing them in. */
export type AirdropStep = "pool" | "message" | "sign" | "send";

/** An airdrop that stands still. Its cause is what the step threw: an ApiError, or a SignerError of the wallet's. */
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

/** How soon the server is asked again when nothing is to be signed. */
const againMs = 750;
/** A call that found nobody is made again so often, each time later. */
const maxTries = 6;
/** How often the setup is signed again after it ran out. */
const maxSetUps = 5;

/**
 * Signs and hands in an airdrop's transactions until each has landed: what the server says is to be signed, in the batches that
 * it names. It may be ended at any moment and begun again, by another page too: what has landed the chain knows.
 * @throws AirdropStoppedError, and the signal's reason where it was ended
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
      // Everybody has it: what is left gives a deposit back, and fails nothing.
      await handIn(line, batches, signal).catch(() => undefined);
      onStatus(await askStatus());
      return;
    }
    if (batches.length > 0) {
      if (batches.some(({ kind }) => kind === "setUp")) setUps += 1;
      if (setUps > maxSetUps) throw new AirdropStoppedError("pool");
      await handIn(line, batches, signal);
    }
    onStatus(await askStatus());
    if (batches.length === 0 || batches.some(({ kind }) => kind === "setUp")) await line.wait(againMs, signal);
  }
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
  // The browser sent it again by itself: the answer to the first went nowhere.
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

/** How much of an airdrop's bar its making takes, in percent; the payments have the rest. */
export const makingPercent = 20;

/** How far the bar of an airdrop is, in percent: a fifth until its list's account is there, the rest by batches. */
export const airdropProgress = (
  status: Pick<Status, "isSetUp" | "completedBatches" | "totalBatches"> | null,
  /** How much of the ten seconds of its making have gone, 0 to 1. */
  creation: number,
): number => {
  if (!status?.isSetUp) return makingPercent * Math.min(1, creation);
  const paid = status.totalBatches === 0 ? 1 : status.completedBatches / status.totalBatches;
  return makingPercent + (100 - makingPercent) * paid;
};

/** What the bar of an airdrop has reached, in words: its making, then who is paid. */
export const airdropWords = (
  status: Pick<Status, "isSetUp" | "paidRecipients"> | null,
  recipients: number,
  making = "Setting it up",
): string => {
  if (!status?.isSetUp) return making;
  const [paid, all] = [status.paidRecipients, recipients].map((count) => count.toLocaleString("en"));
  return `Set up · ${paid} of ${all} ${recipients === 1 ? "recipient" : "recipients"} paid`;
};

/** How many batches had landed at a moment, ms. */
interface Pace {
  readonly at: number;
  readonly completedBatches: number;
}

/** How long the rest takes at the pace since `from`, ms; null before there is one. */
export const airdropTimeLeft = (from: Pace, now: Pace, totalBatches: number): number | null => {
  const landed = now.completedBatches - from.completedBatches;
  return landed <= 0 ? null : ((now.at - from.at) * (totalBatches - now.completedBatches)) / landed;
};

/** The same as people say it. */
export const timeLeftWords = (ms: number): string =>
  ms < 60_000 ? "Less than a minute left." : `About ${Math.ceil(ms / 60_000)} minutes left.`;
