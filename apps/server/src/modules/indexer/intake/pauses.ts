import { decodeFactory, type FactoryState, factoryAddress, isPausedAt } from "@tribe/chain/accounts";
import type { FactoryEvent } from "@tribe/chain/events";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { readAccount } from "../../../engines/chain/read-account.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { readServerPause } from "../../system/index.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Publishes what is paused on chain when a guardian's pause ends: it lapses without a transaction. */
    "indexer.pauseEnds": Record<string, never>;
  }
}

type PauseContext = Pick<AppContext, "jobs" | "now">;

/** Publishes a pause on chain or its end; other events of the factory change no pause. */
export const writePause = async (ctx: PauseContext, tx: Executor, event: FactoryEvent): Promise<void> => {
  switch (event.kind) {
    case "factoryPaused":
      return writePauseChanged(tx, true);
    // It ends a guardian's pause as well.
    case "factoryUnpaused":
      return writePauseChanged(tx, false);
    case "guardianPaused": {
      // One that was read only after its end is published by the job: pages may have learned of it from the chain.
      if (ctx.now() < millisecondsOf(event.until)) await writePauseChanged(tx, true);
      return queueEnd(ctx, tx, event.until);
    }
  }
};

const writePauseChanged = async (tx: Executor, isFactoryPaused: boolean): Promise<void> => {
  const isServerPaused = await readServerPause(tx);
  await writeEvent(tx, "system.changed", { isSystemPaused: isFactoryPaused || isServerPaused, isServerPaused });
};

const millisecondsOf = (unixSeconds: bigint): number => Number(unixSeconds) * 1_000;

/** There is one guardian's pause at a time, and so one job. */
const queueEnd = ({ jobs }: PauseContext, tx: Executor, until: bigint): Promise<void> =>
  jobs.add(tx, "indexer.pauseEnds", {}, { runAt: new Date(millisecondsOf(until)), key: "indexer.pauseEnds" });

/** Asks the chain, because the pause may have been ended, renewed or joined by the super admin's meanwhile. */
export const pauseEndsJob = defineJob({
  name: "indexer.pauseEnds",
  handler: (ctx) => async () => {
    let published: boolean;
    // Again if it changed meanwhile: what the intake published between our reading and our writing would be overwritten.
    do published = await publishPause(ctx);
    while (isPausedAt(await readFactory(ctx), ctx.now()) !== published);
  },
});

/** @returns what is published: whether the factory is paused now */
const publishPause = async (ctx: AppContext): Promise<boolean> => {
  const factory = await readFactory(ctx);
  const { guardianPauseEnds } = factory;
  const now = ctx.now();
  const isPaused = isPausedAt(factory, now);
  await ctx.db.transaction(async (tx) => {
    // The database's clock, by which jobs run, may be ahead of ours.
    if (now < millisecondsOf(guardianPauseEnds)) await queueEnd(ctx, tx, guardianPauseEnds);
    await writePauseChanged(tx, isPaused);
  });
  return isPaused;
};

/** @throws Error when the chain does not answer: the job is tried again, and nothing false is published */
const readFactory = async ({ chain }: Pick<AppContext, "chain">): Promise<FactoryState> => {
  const data = await readAccount(chain, await factoryAddress(chain.programAddress));
  const factory = data && decodeFactory(data);
  if (!factory) throw new Error("the factory's account is missing or has an unknown layout");
  return factory;
};
