import { signBytes } from "@solana/kit";
import { buildFactoryMessage, buildPauseMessage, buildUnpauseMessage } from "@tribe/chain/messages";
import { routes, tokenUnits, unitsPerToken } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operate } from "../../engines/chain/operate.ts";
import { codeOf } from "../../testing/code-of.ts";
import { startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "../indexer/testing/test-world.ts";
import { factoryState } from "../market/index.ts";
import { openSocket } from "../realtime/testing/test-socket.ts";
import { setServerPause } from "../system/index.ts";

let world: TestWorld;
let tribe: TestTribe;
let trader: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(5n);
  trader = await world.newPerson();
  await world.buy(trader, tribe, 3n);
});
afterAll(() => world.stop());

const trade = (tradeType: "BUY_WITH_FIXED_TOKEN" | "SELL_WITH_FIXED_TOKEN") =>
  trader.call(routes.factory.prepareTrade, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      mint: tribe.mint,
      tokenId: tribe.tokenId,
      tradeType,
      tokenAmountInLamports: tokenUnits(unitsPerToken),
    },
  });
const convert = () =>
  trader.call(routes.factory.convert, {
    body: { idempotencyKey: crypto.randomUUID(), mint: tribe.mint, tokenAmountInLamports: tokenUnits(unitsPerToken) },
  });
const create = () =>
  trader.call(routes.factory.prepareCreation, {
    body: {
      name: trader.name,
      symbol: "PER",
      pfpUrl: "https://pictures.example.test/a.png",
      amountInLamports: tokenUnits(0n),
    },
  });
const isPaused = async () => (await trader.call(routes.system.config, {})).isSystemPaused;

test("a pause on chain refuses trades and creations and is sent to all pages, until it ends", async () => {
  const visitor = await openSocket(world.app, await world.app.newDevice());
  const { superAdmin } = world;
  const { chain } = world.app.ctx;
  expect(await isPaused()).toBe(false);

  await operate(chain, superAdmin, buildPauseMessage);
  await visitor.next("system", (frame) => frame.isSystemPaused);
  expect(await isPaused()).toBe(true);
  expect(await codeOf(trade("BUY_WITH_FIXED_TOKEN"))).toBe("system_paused");
  expect(await codeOf(create())).toBe("system_paused");
  // We refuse every trade; on chain a plain sell is still possible.
  expect(await codeOf(trade("SELL_WITH_FIXED_TOKEN"))).toBe("system_paused");

  await operate(chain, superAdmin, buildUnpauseMessage);
  await visitor.next("system", (frame) => !frame.isSystemPaused);
  expect(await isPaused()).toBe(false);
  expect(await codeOf(trade("BUY_WITH_FIXED_TOKEN"))).toBe("fine");
  expect(await codeOf(create())).toBe("fine");
  visitor.close();
});

test("a pause of only the server refuses the same and is published immediately, also while the chain is paused", async () => {
  const visitor = await openSocket(world.app, await world.app.newDevice());
  const { db } = world.app.ctx;
  const set = (isPaused: boolean, isFactoryPaused: boolean) =>
    db.transaction((tx) => setServerPause(tx, isPaused, isFactoryPaused));
  const config = async () => {
    const { isSystemPaused, isServerPaused } = await trader.call(routes.system.config, {});
    return { isSystemPaused, isServerPaused };
  };

  expect(await set(true, false)).toBe(true);
  await visitor.next("system", (frame) => frame.isSystemPaused && frame.isServerPaused);
  expect(await config()).toEqual({ isSystemPaused: true, isServerPaused: true });
  const refused = [trade("BUY_WITH_FIXED_TOKEN"), trade("SELL_WITH_FIXED_TOKEN"), create(), convert()];
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(["system_paused"]));
  // A repeated pause is not published again.
  expect(await set(true, false)).toBe(false);

  // A pause on chain starts and ends: the server's stays.
  const { superAdmin } = world;
  const { chain } = world.app.ctx;
  await operate(chain, superAdmin, buildPauseMessage);
  await operate(chain, superAdmin, buildUnpauseMessage);
  await visitor.next("system", (frame) => frame.isSystemPaused && frame.isServerPaused);
  expect(await codeOf(trade("BUY_WITH_FIXED_TOKEN"))).toBe("system_paused");

  await set(false, false);
  await visitor.next("system", (frame) => !frame.isSystemPaused && !frame.isServerPaused);
  expect(await config()).toEqual({ isSystemPaused: false, isServerPaused: false });
  expect(await codeOf(trade("BUY_WITH_FIXED_TOKEN"))).toBe("fine");
  visitor.close();
});

test("a guardian's pause is sent to all pages, and so is its end, which no transaction marks", async () => {
  const { app, superAdmin } = world;
  const { chain, db } = app.ctx;
  const visitor = await openSocket(app, await app.newDevice());
  const nextPause = async (isSystemPaused: boolean) => {
    await visitor.next("system", (frame) => frame.isSystemPaused === isSystemPaused);
    visitor.frames.length = 0;
  };
  const { address, wallet } = await world.newPerson();
  const guardian = { address, sign: (message: Uint8Array) => signBytes(wallet.keyPair.privateKey, message) };
  await operate(chain, superAdmin, (frame) => buildFactoryMessage(frame, { kind: "setGuardian", guardian: address }));
  await operate(chain, guardian, (frame) => buildFactoryMessage(frame, { kind: "pauseAsGuardian" }));
  await nextPause(true);
  expect(await isPaused()).toBe(true);
  expect(await codeOf(trade("BUY_WITH_FIXED_TOKEN"))).toBe("system_paused");

  const { guardianPauseEnds } = await factoryState(chain);
  const waiting = async () => {
    const { rows } = await db.execute<{ at: string }>(sql`
      select extract(epoch from run_at)::bigint::text as at from graphile_worker.jobs
      where task_identifier = 'indexer.pauseEnds'`);
    return rows.map(({ at }) => at);
  };
  const runEarly = () =>
    db.execute(sql`update graphile_worker._private_jobs set run_at = now() where key = 'indexer.pauseEnds'`);
  expect(await waiting()).toEqual([`${guardianPauseEnds}`]);
  // Before its end, as after a renewal or by a database whose clock is ahead: it stands, and its end is awaited again.
  await runEarly();
  await nextPause(true);
  await expect.poll(waiting).toEqual([`${guardianPauseEnds}`]);

  app.clock.offset = Number(guardianPauseEnds) * 1_000 - Date.now();
  await runEarly();
  await nextPause(false);
  await expect.poll(waiting).toEqual([]);
  app.clock.offset = 0;

  await operate(chain, superAdmin, buildUnpauseMessage);
  await nextPause(false);
  expect(await isPaused()).toBe(false);
  expect(await codeOf(trade("BUY_WITH_FIXED_TOKEN"))).toBe("fine");
  visitor.close();
});

test("an operator's transaction that was already sent with the same blockhash is sent again with the next one", async () => {
  const { superAdmin } = world;
  const { chain } = world.app.ctx;
  for (const build of [buildPauseMessage, buildUnpauseMessage]) {
    const first = operate(chain, superAdmin, build);
    // It already has its blockhash while it waits, the same one as the first.
    const second = operate(chain, superAdmin, async (frame) => {
      await first;
      return build(frame);
    });
    expect(await second).not.toBe(await first);
  }
  expect(await isPaused()).toBe(false);
});
