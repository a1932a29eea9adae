import { fromBase64, toBase64 } from "@tribe/chain/transactions";
import type { Base64, TransactionSignature, Uid } from "@tribe/contract";
import { transactionDialog } from "@tribe/domain/machines";
import { stepFailure } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import type { ConfirmationTracker, Prepared, Preparer, StoreSigned } from "../delivery/delivery.ts";
import { directTracker } from "../delivery/direct-tracker.ts";
import { ticketPreparer } from "../delivery/ticket-preparer.ts";
import { ticketTracker } from "../delivery/ticket-tracker.ts";
import { createRunner, type Runner } from "../engine/runner.ts";
import { explainer } from "../outcome/explain.ts";
import { chaosNetwork } from "./chaos-network.ts";
import { type Carry, createModelChain, type ModelTransaction, modelChainLink } from "./model-chain.ts";
import { createModelServer } from "./model-server.ts";
import { createDice, createVirtualTime } from "./virtual-time.ts";

/** Compares what a person was shown with what is on chain. All but `outcome` must be empty. */
export interface ChaosReport {
  /** More than one transaction for one order landed. */
  readonly doubleTrades: readonly string[];
  /** Reported as failed, but landed. */
  readonly falseFailures: readonly string[];
  /** Reported as confirmed, but did not land. */
  readonly falseSuccesses: readonly string[];
  /** Still stored, busy or unknown after an hour. */
  readonly stuck: readonly string[];
  /** Signed, but no result was ever reported. */
  readonly untold: readonly string[];
  readonly outcome: "confirmed" | "failed" | "declined";
}

interface Tab {
  isAlive: boolean;
}

const minute = 60_000;
const bytesOfSignature = 64;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const uid = "person-1" as Uid; // any text

/** A transaction's wire form with one signature, as on chain; in the model the message is the last valid height. */
const wireOf = ({ signature, lastValidBlockHeight }: ModelTransaction): Base64 => {
  const wire = new Uint8Array(1 + bytesOfSignature + String(lastValidBlockHeight).length);
  wire[0] = 1;
  encoder.encodeInto(signature, wire.subarray(1, 1 + bytesOfSignature));
  encoder.encodeInto(String(lastValidBlockHeight), wire.subarray(1 + bytesOfSignature));
  return toBase64(wire);
};
const readWire = (text: Base64): ModelTransaction => {
  const wire = fromBase64(text);
  const signature = decoder.decode(wire.subarray(1, 1 + bytesOfSignature)).replaceAll("\0", "");
  const lastValidBlockHeight = Number(decoder.decode(wire.subarray(1 + bytesOfSignature)));
  return { signature: signature as TransactionSignature, lastValidBlockHeight }; // written by `wireOf`
};

/** Runs one order of one person, which must land at most once, in tabs that crash, over an unreliable network and nodes. */
export const runChaos = async (seed: number): Promise<ChaosReport> => {
  const dice = createDice(seed);
  const time = createVirtualTime();
  const healsAt = dice.between(1, 6) * minute;
  const chain = createModelChain(time, dice);
  const server = createModelServer(time, dice, chain, healsAt);
  // 30 % of the browsers are offline for a while.
  const outageAt = dice.chance(0.3) ? dice.between(0, 2) * minute : Number.POSITIVE_INFINITY;
  const outage = { from: outageAt, to: outageAt + dice.between(0, 5) * minute };
  const carryAny = chaosNetwork(time, dice, healsAt, outage);
  const slowestPress = dice.chance(0.3) ? 100_000 : 10_000;
  const explain = explainer({ curve: "curve", pool: "pool" });
  const [ticket, callback] = [dice.next(), dice.next()];
  const kind = ticket < 0.4 ? "ticket" : callback < 0.4 ? "callback" : "direct";

  /** The browser's storage, which outlives the tabs. */
  const stored = new Map<string, OpenTransaction>();
  const signed: TransactionSignature[] = [];
  const toldFailed = new Set<TransactionSignature>();
  const toldConfirmed = new Set<TransactionSignature>();
  let isDone = false;
  let wishesLeft = 3;
  let outcome: ChaosReport["outcome"] = "declined";
  let runners: Runner<Prepared>[] = [];

  const openTab = (): Tab => {
    const tab: Tab = { isAlive: true };
    if (time.now() < healsAt && dice.chance(0.4)) time.after(dice.between(0, 3 * minute), () => kill(tab));
    return tab;
  };
  const kill = (tab: Tab): void => {
    if (!tab.isAlive || time.now() >= healsAt) return;
    tab.isAlive = false;
    const isSeen = runners.every((runner) => !transactionDialog.isOpen(runner.get()));
    runners = [];
    // The next tab may already be waiting for the claim.
    time.after(dice.chance(0.3) ? 0 : dice.between(0, minute), () => {
      const next = openTab();
      if (stored.size > 0) for (const open of [...stored.values()]) begin(next, { kind: "resumed", open });
      else if (isSeen && !isDone) wish(next);
    });
  };

  const partsOf = (tab: Tab) => {
    const carry: Carry = (work) =>
      new Promise((resolve, reject) => {
        carryAny(work).then(
          (value) => tab.isAlive && resolve(value),
          (error) => tab.isAlive && reject(error),
        );
      });
    const link = modelChainLink(chain, dice, carry, readWire);
    const forget = (id: string) => void stored.delete(id);
    const byChain = directTracker({ chain: link, explain, forget });
    const byServer = ticketTracker({
      forget,
      server: {
        submit: ({ via, signature }) =>
          carry(() => {
            server.submit(ticketOf(via), signature);
          }),
        status: ({ via }) => carry(() => server.status(ticketOf(via))),
        listen: ({ via }, onStatus) => server.listen(ticketOf(via), (status) => tab.isAlive && onStatus(status)),
      },
    });
    const tracker: ConfirmationTracker = kind === "direct" ? byChain : byServer;
    const clock = {
      after: (wait: number, then: () => void) => time.after(wait, () => tab.isAlive && then()),
    };
    const store: StoreSigned = async ({ signature, via }) => {
      const trade = null;
      const open: OpenTransaction = {
        ...{ id: `stored-${signature}`, uid, dialog: "genericTransaction", title: "", description: "" },
        ...{ signature, signedAt: time.now(), via, trade },
      };
      stored.set(open.id, open);
      return { kind: "stored", open };
    };
    return { carry, link, tracker, clock, store };
  };

  const preparerFor = ({ carry, link, store }: ReturnType<typeof partsOf>): Preparer<Prepared> => {
    let keys = 0;
    const open = (key: string) => carry(() => server.open(key));
    const newKey = () => `${seed}-${time.now()}-${++keys}`;
    if (kind === "ticket") {
      const tickets = ticketPreparer({
        ...{ open, newKey, store },
        pause: (milliseconds) => new Promise((resolve) => void time.after(milliseconds, () => resolve())),
        viaOf: ({ ticket }) => ({ kind: "ticket", ticket }),
      });
      // In the model, a ticket's message identifies it.
      return {
        ...tickets,
        store: (prepared, signature) => storeTicket(store, "ticket", prepared, signature),
      } as Preparer<Prepared>; // it only gets preparations that it has made
    }
    if (kind === "callback")
      return {
        prepare: async () => ({ kind: "prepared", prepared: await open(newKey()) }),
        simulate: async (prepared) => ({ kind: "prepared", prepared }),
        store: (prepared, signature) => storeTicket(store, "callback", prepared, signature),
      };
    return {
      prepare: async () => ({
        kind: "prepared",
        prepared: { message: String(await carry(() => chain.newLastValidBlockHeight())) as Base64 }, // read back below
      }),
      simulate: async (prepared) => {
        const wire = wireOf({ signature: "" as TransactionSignature, lastValidBlockHeight: Number(prepared.message) });
        const simulation = await link.simulate(wire);
        if (simulation.error !== null)
          return explain.isStale(simulation)
            ? { kind: "stale" }
            : { kind: "failed", failure: stepFailure("simulation_failed") };
        const fee = await link.baseFee(prepared.message).catch(() => null);
        return fee === null ? { kind: "feeUnknown" } : { kind: "prepared", prepared };
      },
      store: async ({ message }, signature) => {
        const lastValidBlockHeight = Number(message);
        const wire = wireOf({ signature, lastValidBlockHeight });
        return store({ signature, via: { kind: "direct", wire, lastValidBlockHeight } });
      },
    };
  };

  const begin = (tab: Tab, start: { kind: "new" } | { kind: "resumed"; open: OpenTransaction }): void => {
    const parts = partsOf(tab);
    const own: TransactionSignature[] = start.kind === "resumed" ? [start.open.signature] : [];
    const runner = createRunner<Prepared>({
      start: start.kind === "new" ? { kind: "new", preparer: preparerFor(parts) } : { ...start, preparer: null },
      tracker: parts.tracker,
      clock: parts.clock,
      onConfirmed: (_open, signature) => {
        toldConfirmed.add(signature);
        isDone = true;
        outcome = "confirmed";
      },
      onUnseenOutcome: () => undefined,
    });
    runners.push(runner);
    const soon = (then: () => void, from: number, to: number) => parts.clock.after(dice.between(from, to), then);
    const press = (message: string) => {
      const { kind: now } = runner.get();
      if (now !== "ready") return;
      if (dice.chance(0.05)) {
        isDone = true;
        return runner.decline();
      }
      runner.approve();
      const signature = `signature-${signed.length + 1}-of-${message}` as TransactionSignature; // any text
      signed.push(signature);
      own.push(signature);
      soon(() => runner.sign(signature), 0, 500);
      // A repeated press.
      if (dice.chance(0.1)) soon(() => runner.sign(signature), 0, 600);
    };
    runner.subscribe(() => {
      const state = runner.get();
      if (state.kind === "ready") soon(() => press(state.prepared.message), 0, slowestPress);
      if (state.kind !== "error") return;
      if (!state.settled) {
        if (dice.chance(0.5)) runner.leave();
        else soon(() => void runner.checkAgain(), 0, 10_000);
        return;
      }
      for (const signature of own) toldFailed.add(signature);
      outcome = "failed";
      soon(() => wish(tab), 0, 20_000);
    });
    runner.enter();
  };

  const wish = (tab: Tab): void => {
    if (isDone || wishesLeft === 0) return;
    wishesLeft -= 1;
    begin(tab, { kind: "new" });
  };

  wish(openTab());
  const isIdle = () =>
    stored.size === 0 &&
    runners.every((runner) => !transactionDialog.isBusy(runner.get()) && !transactionDialog.isOpen(runner.get()));
  await time.run(() => time.now() > healsAt + 4 * minute && isIdle(), 60 * minute);
  // Let transactions that are still in flight land.
  const until = time.now() + 10 * minute;
  await time.run(() => time.now() > until, until);

  const landed = signed.filter((signature) => chain.fate(signature) === "landed");
  return {
    doubleTrades: landed.length > 1 ? landed : [],
    falseFailures: landed.filter((signature) => toldFailed.has(signature) && !toldConfirmed.has(signature)),
    falseSuccesses: [...toldConfirmed].filter((signature) => !landed.includes(signature)),
    stuck: isIdle() ? [] : [...stored.keys(), ...runners.map((runner) => runner.get().kind)],
    untold: landed.filter((signature) => !toldConfirmed.has(signature)),
    outcome,
  };
};

const ticketOf = (via: OpenTransaction["via"]) => {
  if (!("ticket" in via)) throw new Error("the model's server knows tickets alone");
  return via.ticket;
};

const storeTicket = (
  store: StoreSigned,
  kind: "ticket" | "callback",
  { message }: Prepared,
  signature: TransactionSignature,
) => {
  // In the model, the message is the ticket.
  const ticket = message as string as Extract<OpenTransaction["via"], { kind: "ticket" }>["ticket"];
  return store({ signature, via: kind === "ticket" ? { kind, ticket } : { kind, ticket, message } });
};
