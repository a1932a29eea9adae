import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { routes, type ServerFrame } from "@tribe/contract";
import { WebSocket } from "ws";
import { createTrader, gather, tokens } from "../../e2e/support/people/people.ts";
import { startTribe } from "../../e2e/support/product/tribe.ts";
import { percentile, type Row } from "../suite.ts";

const sales = 30;
/** How long the bench checks that no more messages arrive. */
const afterMs = 500;

/**
 * A member sells until they hold too little: the time from the chain's confirmation of the sale until the member's socket
 * learns that it has lost the chat. The Chief continues to write, and none of it may arrive afterwards.
 */
export const soldRows = async (most: number = sales): Promise<Row[]> => {
  const tribe = await startTribe();
  try {
    const [chief, seller] = [await createTrader(tribe.appUrl, "chief"), await createTrader(tribe.appUrl, "seller")];
    const mint = await gather([chief, seller]);
    const config = tribe.config();
    // `logsSubscribe` of Solana's PubSub: the first message is the subscription's id, every other one a confirmed transaction.
    let confirmedAt = 0;
    const chain = new WebSocket(config.rpcWebSocketUrl);
    await once(chain, "open");
    chain.on("message", (data) => {
      if (String(data).includes("logsNotification")) confirmedAt = performance.now();
    });
    const params = [{ mentions: [config.programAddress] }, { commitment: "confirmed" }];
    chain.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "logsSubscribe", params }));
    const { token } = await seller.api(routes.system.realtimeToken, {});
    const socket = new WebSocket(`${tribe.appUrl.replace(/^http/, "ws")}/ws?token=${token}`);
    let isIn = false;
    let cutAt = 0;
    let late = 0;
    const subscribe = () => socket.send(JSON.stringify({ type: "subscribe", mint, afterSeq: null }));
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as ServerFrame; // of our own server
      if (frame.type === "ready") subscribe();
      else if (frame.type === "subscribed") isIn = true;
      else if (frame.type === "message") late += isIn ? 0 : 1;
      else if (frame.type === "membership" && frame.mint === mint) {
        if (frame.state === "active") return subscribe();
        isIn = false;
        cutAt = performance.now();
      }
    });
    const until = async (what: string, isTrue: () => boolean) => {
      const deadline = performance.now() + 30_000;
      while (!isTrue()) {
        if (performance.now() > deadline) throw new Error(`not within 30 s: ${what}`);
        await wait(1);
      }
    };
    await until("the seller reads", () => isIn);
    const chat = await chief.openChat(mint);
    let isOver = false;
    const writing = (async () => {
      // The fastest rate that the limit allows one person.
      for (let said = 0; !isOver; said += 1) {
        await chat.send(`for members, ${said}`);
        await wait(1_050);
      }
    })();
    const delays: number[] = [];
    for (let sale = 0; sale < most; sale += 1) {
      [confirmedAt, cutAt] = [0, 0];
      await seller.trade(mint, { side: "sell", tokens: tokens(6) });
      await until("the seller is out", () => cutAt > 0 && confirmedAt > 0);
      // The member may be notified before the bench sees the confirmation.
      delays.push(Math.max(0, cutAt - confirmedAt));
      await wait(afterMs);
      await seller.trade(mint, { side: "buy", tokens: tokens(6) });
      await until("the seller is back", () => isIn);
    }
    isOver = true;
    await writing;
    for (const each of [chain, socket]) each.terminate();
    await chat.close();
    const row = (name: string, value: number, bar: number | null): Row => ({
      name: `sale_to_cut.${name}`,
      value: Math.round(value),
      unit: "ms",
      bar,
      better: "lower",
    });
    return [
      row("p50", percentile(delays, 0.5), null),
      row("p99", percentile(delays, 0.99), 1_000),
      { name: "sale_to_cut.delivered_after", value: late, unit: "messages", bar: 0, better: "lower" },
    ];
  } finally {
    await tribe.stop();
  }
};
