import { routes } from "@tribe/contract";
import {
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../../apps/server/src/modules/indexer/testing/indexed-tribe.ts";
import { joinLive, openPage } from "../../apps/server/src/modules/live/testing/test-page.ts";
import { takeSeat } from "../../apps/server/src/modules/membership/index.ts";
import { openSocket } from "../../apps/server/src/modules/realtime/testing/test-socket.ts";
import { startTestApp } from "../../apps/server/src/testing/start-test-app.ts";

/** The seller holds the first number of tokens, and keeps the second, one less than a seat requires. */
const [held, left] = [20n, 9n];

/**
 * How long media still arrived after a sell was confirmed on the chain, ms each, on the real server, with the Chief speaking
 * and the seller's page listening.
 */
export const measureCuts = async (rounds: number): Promise<readonly number[]> => {
  const app = await startTestApp({ withWorkers: true });
  const closing: { close(): void }[] = [];
  try {
    const [chief, seller] = [await newIndexedPerson(app), await newIndexedPerson(app)];
    const mint = await newIndexedTribe(app, chief.person.address);
    await chief.call(routes.live.start, { body: { mint, title: "" } });
    const stage = await openSocket(app, chief);
    const speaker = openPage(stage, mint);
    closing.push(stage, speaker);
    await joinLive(speaker, chief, mint);
    await speaker.next("room");
    speaker.act({ kind: "devices", microphone: true, camera: false, screen: false });
    let sequence = 0;
    const speaking = setInterval(() => {
      sequence += 1;
      speaker.send("microphone", sequence);
    }, 20);
    closing.push({ close: () => clearInterval(speaking) });
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await indexHolding(app.ctx, mint, seller.person.address, held);
      await app.ctx.db.transaction((tx) => takeSeat(tx, mint, seller.person));
      const socket = await openSocket(app, seller);
      const page = openPage(socket, mint);
      await joinLive(page, seller, mint);
      while (page.received("a0") < 5) await new Promise((resolve) => setTimeout(resolve, 5));
      const sold = performance.now();
      await indexHolding(app.ctx, mint, seller.person.address, left);
      await page.next("left", ({ reason }) => reason === "seat_lost");
      // All packets in flight have arrived when none arrives for the time of five packets.
      let [count, lastAt] = [page.received("a0"), performance.now()];
      while (performance.now() - lastAt < 100) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (page.received("a0") === count) continue;
        [count, lastAt] = [page.received("a0"), performance.now()];
      }
      times.push(lastAt - sold);
      page.close();
      socket.close();
    }
    return times;
  } finally {
    for (const each of closing) each.close();
    await app.stop();
  }
};
