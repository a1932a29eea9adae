import { ApiError, type Base64, type TransactionSignature } from "@tribe/contract";
import { expect, it } from "vitest";
import { airdropFailure } from "./airdrop-failure.ts";
import type { AirdropStatus } from "./airdrop-queries.ts";
import {
  type AirdropLine,
  airdropProgress,
  airdropTimeLeft,
  airdropWords,
  runAirdrop,
  timeLeftWords,
} from "./run-airdrop.ts";

const signature = "1".repeat(64) as TransactionSignature; // any text
const step = (kind: "setUp" | "batch", index: number | null) => ({
  taskBatchId: `${kind}-${index}`,
  ...{ kind, index, queue: null, makesPool: false, slot: 1, lastValidBlockHeight: 1 },
  message: `${kind}${index}` as Base64, // as the next
});
const answer = (isCompleted: boolean, ...batches: ReturnType<typeof step>[]) => ({
  isCompleted,
  taskBatchId: batches[0]?.taskBatchId ?? null,
  message: batches[0]?.message ?? null,
  batches,
});

/** A fake server that gives these answers one after the other. */
const lineOf = (answers: (ReturnType<typeof answer> | Error)[]) => {
  const submitted: string[] = [];
  const line: AirdropLine = {
    send: async () => {
      const next = answers.shift() ?? answer(true);
      if (next instanceof Error) throw next;
      return next;
    },
    submit: async (batches) => {
      submitted.push(...batches.map(({ taskBatchId }) => taskBatchId));
      return { expired: [] };
    },
    status: async () => ({
      ...{ state: 0 as const, shouldRetry: false, totalBatches: 2, completedBatches: 0, isSetUp: true },
      ...{ isEnding: false, totalRecipients: 20, paidRecipients: 0, underWay: 0 },
    }),
    sign: async (steps) => steps.map(() => signature),
    wait: async () => undefined,
    hear: async () => false,
  };
  return { line, submitted };
};
const run = (line: AirdropLine, signal = new AbortController().signal) =>
  runAirdrop(line, { signal, onStatus: () => undefined });

it("signs the server's batches until all of them have landed", async () => {
  const { line, submitted } = lineOf([
    answer(false, step("setUp", null)),
    answer(false),
    answer(false, step("batch", 0), step("batch", 1)),
    answer(false, step("batch", 1)),
    answer(true),
  ]);
  await run(line);
  expect(submitted).toEqual(["setUp-null", "batch-0", "batch-1", "batch-1"]);
});

it("asks only for the status while nothing is to sign, every 3 s or when a transaction has ended", async () => {
  const { line } = lineOf([answer(false, step("batch", 0), step("batch", 1)), answer(false), answer(true)]);
  const calls: string[] = [];
  const states = [
    { underWay: 2 },
    { underWay: 2 },
    { underWay: 2 },
    { underWay: 1, completedBatches: 1 },
    { state: 1 as const, completedBatches: 2 },
  ];
  const news = [false, true, false];
  await run({
    ...line,
    send: (limit) => {
      calls.push("send");
      return line.send(limit);
    },
    submit: async (batches) => {
      calls.push("submit");
      return line.submit(batches);
    },
    status: async () => {
      calls.push("status");
      return { ...(await line.status()), ...states.shift() };
    },
    hear: async (ms) => {
      calls.push(`hear ${ms}`);
      return news.shift() ?? false;
    },
  });
  expect(calls).toEqual([
    ...["send", "submit", "status", "send", "status"],
    ...["hear 3000", "status", "hear 3000", "status", "hear 3000", "status"],
    ...["send", "status"],
  ]);
});

it.each<[string, Partial<AirdropStatus>]>([
  ["a batch must be signed again", { shouldRetry: true, underWay: 1 }],
  ["batches have not been signed yet", { underWay: 1 }],
  ["the setup has landed", { underWay: 0 }],
  ["the setup can't land any more", { isSetUp: false, underWay: 0 }],
  ["it has ended elsewhere", { state: 2, underWay: 2 }],
])("requests messages again as soon as the status says that %s", async (_, change) => {
  const { line } = lineOf([answer(false, step("setUp", null)), new ApiError("airdrop_ended")]);
  let polls = 0;
  const status = async () => ({ ...(await line.status()), ...(polls > 0 ? change : { isSetUp: false, underWay: 1 }) });
  const hear = async () => {
    polls += 1;
    return false;
  };
  await expect(run({ ...line, status, hear })).rejects.toMatchObject({ step: "message" });
  expect(polls).toBe(1);
});

it("waits between two requests for messages when it gets none, whatever the status says", async () => {
  const { line } = lineOf([answer(false), answer(false), answer(true)]);
  let waits = 0;
  const hear = async () => {
    waits += 1;
    return false;
  };
  await run({ ...line, hear });
  expect(waits).toBe(2);
});

it("retries after a lost answer, and stops at a final error", async () => {
  const passing = lineOf([new ApiError("unavailable"), new TypeError("fetch failed"), answer(true)]);
  await run(passing.line);
  await expect(run(lineOf([new ApiError("insufficient_tokens")]).line)).rejects.toMatchObject({
    step: "message",
    cause: { code: "insufficient_tokens" },
  });
});

it("stops after five expired attempts to set up the pool", async () => {
  const { line, submitted } = lineOf(Array.from({ length: 9 }, () => answer(false, step("setUp", null))));
  await expect(run(line)).rejects.toMatchObject({ step: "pool" });
  expect(submitted).toHaveLength(5);
});

/** The title and cause that are shown for an airdrop that stops. */
const wordsOfStop = async (change: Partial<AirdropLine>, ...answers: Parameters<typeof lineOf>[0]) => {
  const stopped = await run({ ...lineOf(answers).line, ...change }).catch((error: unknown) => error);
  const { title, cause } = airdropFailure(stopped, "EMB");
  return [title, cause];
};

it("reports the step at which an airdrop has stopped, and the reason", async () => {
  const refuse = (error: Error) => () => Promise.reject(error);
  const batch = () => answer(false, step("batch", 0));
  const closed = Object.assign(new Error("The wallet is closed"), { name: "SignerError" });
  expect(await wordsOfStop({}, new ApiError("airdrop_ended"))).toEqual([
    "Failed to get message",
    "This airdrop is over. It was completed or cancelled.",
  ]);
  expect(await wordsOfStop({ sign: refuse(closed) }, batch())).toEqual([
    "Failed to sign transaction for EMB",
    "The wallet is closed",
  ]);
  const lacking = new ApiError("insufficient_tokens", {
    message: "You need 12.5 more tokens for the rest of this airdrop",
  });
  expect(await wordsOfStop({}, lacking)).toEqual([
    "Failed to get message",
    "You need 12.5 more tokens for the rest of this airdrop. What was already sent has arrived. The rest is waiting.",
  ]);
  const [, fault] = await wordsOfStop({ sign: refuse(new TypeError("x is not a function")) }, batch());
  expect(fault).toBe("What was already sent has arrived. The rest is waiting.");
  expect(await wordsOfStop({ submit: refuse(new ApiError("airdrop_ended")) }, batch())).toEqual([
    "Failed to send airdrop",
    "This airdrop is over. It was completed or cancelled.",
  ]);
  expect(await wordsOfStop({}, ...Array.from({ length: 9 }, () => answer(false, step("setUp", null))))).toEqual([
    "Failed to create token pool",
    "The airdrop is waiting.",
  ]);
});

it("submits nothing after it was aborted", async () => {
  const controller = new AbortController();
  const { line, submitted } = lineOf([answer(false, step("batch", 0))]);
  const ending: AirdropLine = {
    ...line,
    sign: async (steps) => {
      controller.abort();
      return line.sign(steps);
    },
  };
  await expect(run(ending, controller.signal)).rejects.toThrow();
  expect(submitted).toEqual([]);
});

it("shows the setup as a fifth of the progress, and the batches as the rest", () => {
  expect(airdropProgress(null, 0)).toBe(0);
  expect(airdropProgress(null, 0.5)).toBe(10);
  expect(airdropProgress({ isSetUp: true, completedBatches: 0, totalBatches: 4 }, 0.1)).toBe(20);
  expect(airdropProgress({ isSetUp: true, completedBatches: 1, totalBatches: 4 }, 1)).toBe(40);
  expect(airdropProgress({ isSetUp: true, completedBatches: 4, totalBatches: 4 }, 1)).toBe(100);
});

it("says beside the bar whether the setup or the payments are running", () => {
  expect(airdropWords(null, 3)).toBe("Setting it up");
  expect(airdropWords({ isSetUp: false, paidRecipients: 0 }, 3)).toBe("Setting it up");
  expect(airdropWords({ isSetUp: true, paidRecipients: 0 }, 3)).toBe("Set up · 0 of 3 recipients paid");
  expect(airdropWords({ isSetUp: true, paidRecipients: 1200 }, 2000)).toBe("Set up · 1,200 of 2,000 recipients paid");
  expect(airdropWords({ isSetUp: true, paidRecipients: 0 }, 1)).toBe("Set up · 0 of 1 recipient paid");
});

it("estimates the remaining time from the pace so far, and shows none without a pace", () => {
  const from = { at: 1_000, completedBatches: 10 };
  expect(airdropTimeLeft(from, { at: 5_000, completedBatches: 10 }, 100)).toBeNull();
  expect(airdropTimeLeft(from, { at: 5_000, completedBatches: 30 }, 100)).toBe(14_000);
  expect(airdropTimeLeft(from, { at: 5_000, completedBatches: 100 }, 100)).toBe(0);
  expect([59_000, 61_000, 150_000].map(timeLeftWords)).toEqual([
    "Less than a minute left.",
    "About 2 minutes left.",
    "About 3 minutes left.",
  ]);
});
