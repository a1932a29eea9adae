import { describe, expect, it } from "vitest";
import { type Drawn, RandomWorld } from "../fixtures/random-world.ts";
import { temporaryFolder } from "../support.ts";

const LONG = process.env.TRIBE_LONG === "1";
const SEEDS = LONG ? Array.from({ length: 20 }, (_, index) => index + 1) : [1, 2];
const STEPS = LONG ? 600 : 150;

describe("random transfers, token operations, failures and nonces, over restarts", () => {
  it.each(SEEDS)("agree with a plain model (seed %i)", async (seed) => {
    const folder = temporaryFolder();
    const world = new RandomWorld(folder.path, seed);
    const past: Drawn[] = [];
    let failures = 0;
    const agree = () => {
      const { lamports, tokens, supplies } = world;
      expect(world.seen()).toEqual({ lamports, tokens, supplies });
    };
    for (let step = 0; step < STEPS; step++) {
      const drawn = world.draw();
      const outcome = world.call.outcome(drawn.wire);
      expect(outcome, `step ${step}`).not.toBe("no trace");
      expect(outcome === null, `step ${step}: ${JSON.stringify(outcome)}`).toBe(drawn.succeeds);
      if (drawn.succeeds) drawn.apply();
      else {
        failures++;
        const payer = drawn.payer.publicKey.toBase58();
        world.lamports.set(payer, (world.lamports.get(payer) ?? 0n) - drawn.fee);
      }
      past.push(drawn);
      // An executed transaction, whatever its outcome, never runs again.
      const again = past[world.roll(past.length)];
      if (again !== undefined) world.call.send(again.wire, { skipPreflight: true });
      if (step % 10 === 0) agree();
      const dice = world.roll(40);
      if (dice < 12) world.chain.tick();
      if (dice === 12) world.chain.warp({ slots: 1 + world.roll(200) });
      if (dice === 13 || step === STEPS >> 1) await world.restart();
    }
    agree();
    await world.restart();
    agree();
    expect(failures).toBeGreaterThan(STEPS / 10);
    expect(failures).toBeLessThan((STEPS * 9) / 10);
    await world.chain.close();
    folder.remove();
  });
});
