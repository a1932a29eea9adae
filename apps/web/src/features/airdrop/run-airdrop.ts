import {
  type AnswerOf,
  ApiError,
  maxAirdropBatchesPerCall,
  type routes,
  type SignerAirdropStep,
  type TransactionSignature,
} from "@tribe/contract";

type Sent = AnswerOf<typeof routes.airdrop.send>;
type Status = AnswerOf<typeof routes.airdrop.status>;
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

/** The account of the list could not be made. */
export class PoolFailedError extends Error {
  override readonly name = "PoolFailedError";
}

/** The next transactions could not be had; `cause` is what the call failed by. */
export class MessageFailedError extends Error {
  override readonly name = "MessageFailedError";
}

/** How soon the server is asked again when nothing is to be signed. */
const againMs = 750;
/** A call that found nobody is made again so often, each time later. */
const maxTries = 6;
/** How often the setup is signed again after it ran out. */
const maxSetUps = 5;

/**
 * Signs and hands in an airdrop's transactions until each has landed: what the server says is to be signed, in the batches that
 * it names. It may be ended at any moment and begun again, by another page too: what has landed the chain knows.
 * @throws ApiError, SignerError, PoolFailedError, MessageFailedError
 */
export const runAirdrop = async (
  line: AirdropLine,
  { signal, onStatus }: { readonly signal: AbortSignal; readonly onStatus: (status: Status) => void },
): Promise<void> => {
  const patiently = <T>(call: () => Promise<T>) => untilAnswered(call, line, signal);
  let setUps = 0;
  for (;;) {
    signal.throwIfAborted();
    const { isCompleted, batches } = await patiently(() => line.send(maxAirdropBatchesPerCall)).catch((cause) => {
      throw new MessageFailedError("no transaction to sign", { cause });
    });
    if (isCompleted) {
      // Everybody has it: what is left gives a deposit back, and fails nothing.
      await handIn(line, batches, signal).catch(() => undefined);
      onStatus(await patiently(line.status));
      return;
    }
    if (batches.length > 0) {
      if (batches.some(({ kind }) => kind === "setUp")) setUps += 1;
      if (setUps > maxSetUps) throw new PoolFailedError();
      await handIn(line, batches, signal);
    }
    onStatus(await patiently(line.status));
    if (batches.length === 0 || batches.some(({ kind }) => kind === "setUp")) await line.wait(againMs, signal);
  }
};

const handIn = async (line: AirdropLine, batches: Sent["batches"], signal: AbortSignal): Promise<void> => {
  if (batches.length === 0) return;
  const signatures = await line.sign(batches.map(({ taskBatchId: _, lastValidBlockHeight: __, ...step }) => step));
  signal.throwIfAborted();
  const signed = batches.flatMap(({ taskBatchId, message }, index) => {
    const signature = signatures[index];
    return signature ? [{ taskBatchId, message, signature }] : [];
  });
  await untilAnswered(() => line.submit(signed), line, signal);
};

const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === "unavailable" ||
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

/** How far the bar of an airdrop is, in percent: a fifth until its list's account is there, the rest by batches. */
export const airdropProgress = (
  status: Pick<Status, "isSetUp" | "completedBatches" | "totalBatches"> | null,
  /** How much of the ten seconds of its making have gone, 0 to 1. */
  creation: number,
): number => {
  if (!status?.isSetUp) return 20 * Math.min(1, creation);
  return 20 + 80 * (status.totalBatches === 0 ? 1 : status.completedBatches / status.totalBatches);
};
