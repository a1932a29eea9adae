import { type Base64, milliseconds, type TransactionSignature, type Uid } from "@tribe/contract";
import { type FailureWords, stepFailure } from "@tribe/domain/words";
import { expect, test } from "vitest";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import type { ConfirmationTracker, Prepared, Preparer, StatusCheck, SubmitResult } from "../delivery/delivery.ts";
import { createVirtualTime } from "../testing/virtual-time.ts";
import { createRunner, type RunnerOptions } from "./runner.ts";

const signature = "5".repeat(88) as TransactionSignature; // any text
const open: OpenTransaction = {
  ...{ id: "one", uid: "person-1" as Uid, dialog: "tokenTradeV2Transaction", title: "", description: "" },
  ...{ signature, signedAt: 0, trade: null, via: { kind: "direct", wire: "AQID" as Base64, lastValidBlockHeight: 1 } },
};
/** A ticket that expired before anybody sent it. */
const dead: StatusCheck = { kind: "failed", failure: stepFailure("congestion"), neverSent: true, isStale: true };

/** A runner with a tracker whose answers the test controls. */
const running = (kind: RunnerOptions<Prepared>["start"]["kind"], mayPrepare = kind === "new") => {
  const time = createVirtualTime();
  const ends: string[] = [];
  const lookUps: (TransactionSignature | null)[] = [];
  const looks: number[] = [];
  const reasons: (FailureWords | null)[] = [];
  let forgotten = 0;
  let answer: (result: SubmitResult) => void = () => undefined;
  let report: (check: StatusCheck) => void = () => undefined;
  const preparer: Preparer<Prepared> = {
    prepare: async (attempt, because) => {
      reasons.push(because);
      return { kind: "prepared", prepared: { message: `message-${attempt}` as Base64 } }; // any text
    },
    simulate: async (prepared) => ({ kind: "prepared", prepared }),
    store: async () => ({ kind: "stored", open }),
  };
  const tracker: ConfirmationTracker = {
    pollEvery: () => milliseconds.tradePoll,
    resends: () => false,
    send: () => new Promise((resolve) => (answer = resolve)),
    checkStatus: async () => {
      looks.push(time.now());
      return { kind: "open" };
    },
    listen: (_, onStatus) => {
      report = onStatus;
      return () => undefined;
    },
    forget: () => {
      forgotten += 1;
    },
  };
  const runner = createRunner<Prepared>({
    start: kind === "new" ? { kind, preparer } : { kind, open, preparer: mayPrepare ? preparer : null },
    tracker,
    clock: time,
    onConfirmed: () => void ends.push("confirmed"),
    onUnseenOutcome: ({ failure, signature: shown }) => {
      ends.push(failure?.code ?? "seen by nobody");
      lookUps.push(shown);
    },
  });
  const reaches = async (state: ReturnType<typeof runner.get>["kind"]) => {
    await time.run(() => runner.get().kind === state, time.now() + 10_000);
    expect(runner.get().kind).toBe(state);
  };
  return {
    runner,
    ends,
    lookUps,
    looks,
    reasons,
    time,
    reaches,
    forgotten: () => forgotten,
    answer: (result: SubmitResult) => answer(result),
    report: (check: StatusCheck) => report(check),
    signed: async () => {
      runner.enter();
      await reaches("ready");
      runner.approve();
      runner.sign(signature);
      await reaches("sending");
    },
  };
};

test("a ticket reported dead before its submission was answered is prepared again, once", async () => {
  const { runner, signed, report, answer, reaches, forgotten } = running("new");
  await signed();
  report(dead);
  expect(runner.get()).toMatchObject({ kind: "preparing", attempt: 2 });
  expect(forgotten()).toBe(1);
  answer({ kind: "dead" });
  report(dead);
  await reaches("ready");
  expect(runner.get()).toMatchObject({ attempt: 2, prepared: { message: "message-2" } });
});

test("what was confirmed too late is prepared again before it is signed, up to three times in all", async () => {
  const { runner, reaches } = running("new");
  runner.enter();
  await reaches("ready");
  for (const attempt of [2, 3, 4]) {
    expect(await runner.renew()).toBe(`message-${attempt}`);
    expect(runner.get()).toMatchObject({ kind: "ready", attempt, prepared: { message: `message-${attempt}` } });
  }
  expect(await runner.renew()).toBeNull();
  expect(runner.get()).toMatchObject({ kind: "error", failure: stepFailure("blockhash_not_found") });
});

test("nothing is prepared again for a dialog that was closed, or once it is signed", async () => {
  const { runner, reaches } = running("new");
  runner.enter();
  await reaches("ready");
  const late = runner.renew();
  runner.decline();
  expect(await late).toBeNull();
  expect(runner.get().kind).toBe("closed");
  const other = running("new");
  await other.signed();
  expect(await other.runner.renew()).toBeNull();
  expect(other.runner.get().kind).toBe("sending");
});

test("a ticket reported dead after its submission was accepted has failed: it must not be prepared twice", async () => {
  const { runner, signed, report, answer, reaches } = running("new");
  await signed();
  answer({ kind: "accepted" });
  await reaches("sent");
  report(dead);
  expect(runner.get()).toMatchObject({ kind: "error", settled: true, failure: stepFailure("congestion") });
});

test("a transaction signed before a reload is not prepared again", async () => {
  const { runner, report } = running("resumed");
  runner.enter();
  report(dead);
  expect(runner.get()).toMatchObject({ kind: "error", failure: stepFailure("congestion") });
});

test("a sale whose account can't be closed is prepared again with that reason, before it was sent and after", async () => {
  const failure = stepFailure("account_not_closed");
  for (const isSent of [false, true]) {
    const { runner, signed, report, answer, reaches, reasons } = running("new");
    await signed();
    expect(runner.because()).toBeNull();
    if (isSent) {
      answer({ kind: "accepted" });
      await reaches("sent");
      report({ kind: "failed", failure, canRetry: true });
    } else answer({ kind: "dead", failure });
    await reaches("ready");
    expect(runner.get()).toMatchObject({ attempt: 2 });
    expect(runner.because()).toEqual(failure);
    expect(reasons).toEqual([null, failure]);
  }
});

/** A failed creation for which the server requests another preparation. */
const asked: StatusCheck = { kind: "failed", failure: stepFailure("busy_network"), canRetry: true };

test("at the server's request a transaction is prepared and signed again, also after a reload", async () => {
  for (const kind of ["new", "resumed"] as const) {
    const { runner, signed, report, answer, reaches, forgotten } = running(kind, true);
    if (kind === "new") {
      await signed();
      answer({ kind: "accepted" });
    } else runner.enter();
    await reaches("sent");
    report(asked);
    expect(runner.get()).toMatchObject({ kind: "preparing", attempt: 2 });
    expect(forgotten()).toBe(1);
    await reaches("ready");
    runner.approve();
    runner.sign(signature);
    await reaches("sending");
    report({ kind: "landed" });
    expect(runner.get().kind).toBe("confirmed");
    expect(runner.lastSigned()).toEqual(open);
  }
});

test("despite that request it fails if no dialog shows it, or there is no preparer", async () => {
  const unseen = running("resumed", true);
  unseen.runner.enter();
  unseen.runner.leave();
  unseen.report(asked);
  expect(unseen.ends).toEqual([stepFailure("busy_network").code]);
  const unknown = running("resumed");
  unknown.runner.enter();
  unknown.report(asked);
  expect(unknown.runner.get()).toMatchObject({ kind: "error", settled: true, failure: stepFailure("busy_network") });
});

test("a failure on chain ends it even before the submission is answered, with its signature", async () => {
  const { runner, signed, report } = running("new");
  await signed();
  report({ kind: "failed", failure: stepFailure("slippage") });
  expect(runner.get()).toMatchObject({ kind: "error", failure: stepFailure("slippage"), signature });
});

test("a transaction that was refused before it was sent has no signature for the explorer", async () => {
  const failed = { kind: "failed", failure: stepFailure("slippage") } as const;
  const byAnswer = running("new");
  await byAnswer.signed();
  byAnswer.answer(failed);
  await byAnswer.reaches("error");
  const byTicket = running("new");
  await byTicket.signed();
  byTicket.report({ ...failed, neverSent: true });
  for (const { runner } of [byAnswer, byTicket])
    expect(runner.get()).toMatchObject({ kind: "error", failure: failed.failure, signature: null });
});

test("only the dialog reports the result if it is shown again while its closed one is still animating", async () => {
  const { runner, signed, report, ends } = running("new");
  await signed();
  runner.enter();
  runner.leave();
  report({ kind: "failed", failure: stepFailure("slippage") });
  expect(runner.get()).toMatchObject({ kind: "error", failure: stepFailure("slippage") });
  expect(ends).toEqual([]);
});

test("a result that no dialog shows is reported, also a success", async () => {
  const { runner, signed, report, ends } = running("new");
  await signed();
  runner.leave();
  report({ kind: "landed" });
  expect(runner.get().kind).toBe("confirmed");
  expect(ends).toEqual(["confirmed", "seen by nobody"]);
});

test("a result that no dialog shows has the signature only if something was sent", async () => {
  const failed = { kind: "failed", failure: stepFailure("slippage") } as const;
  for (const [end, shown] of [
    [{ ...failed, neverSent: true }, null],
    [failed, signature],
    [{ kind: "landed" }, signature],
  ] as const) {
    const { runner, signed, report, lookUps } = running("new");
    await signed();
    runner.leave();
    report(end);
    expect(lookUps).toEqual([shown]);
  }
});

test("polls every 2 s, and times out after 120 s", async () => {
  const { signed, answer, looks, time, runner } = running("new");
  await signed();
  const begun = time.now();
  answer({ kind: "accepted" });
  await time.run(() => runner.get().kind === "error", begun + 200_000);
  expect(looks.slice(0, 3).map((at) => at - begun)).toEqual([2_000, 4_000, 6_000]);
  expect(time.now() - begun).toBe(120_000);
  expect(runner.get()).toMatchObject({ failure: stepFailure("confirmation_timeout"), settled: false });
});
