import type { ChatMessage } from "@tribe/contract";
import { createTrader, gather } from "../e2e/support/people.ts";
import { startTribe } from "../e2e/support/tribe.ts";
import { percentile, type Suite } from "./suite.ts";

const senders = 4;
const messagesEach = 25;

/**
 * Four people write in one Tribe at the rate that a person may, over real sockets and PostgreSQL. Each message is
 * timed from its send to its arrival at each of the others; all clocks are this process's.
 */
export const run = async (): Promise<Suite> => {
  const tribe = await startTribe();
  try {
    const handles = Array.from({ length: senders }, (_, index) => `chat_${index}`);
    const people = await Promise.all(handles.map((handle) => createTrader(tribe.appUrl, handle)));
    const mint = await gather(people);
    const sentAt = new Map<string, number>();
    const delays: number[] = [];
    const acknowledgements: number[] = [];
    const arrived = (message: ChatMessage, reader: string) => {
      const sent = sentAt.get(message.text);
      if (sent !== undefined && message.author.uid !== reader) delays.push(performance.now() - sent);
    };
    const chats = await Promise.all(
      people.map((person) =>
        person.openChat(mint, {
          onFrame: (frame) => {
            if (frame.type === "message") arrived(frame.message, person.uid);
          },
        }),
      ),
    );
    // One second apart: what is measured is the way of a message, not the wait that the rate asks for.
    await Promise.all(
      chats.map(async (chat, sender) => {
        for (let count = 0; count < messagesEach; count++) {
          const text = `${sender}/${count}`;
          const began = performance.now();
          sentAt.set(text, began);
          await chat.send(text);
          acknowledgements.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_050 - (performance.now() - began))));
        }
      }),
    );
    await Promise.all(
      chats.flatMap((chat) => [...sentAt.keys()].map((text) => chat.message((message) => message.text === text))),
    );
    await Promise.all(chats.map((chat) => chat.close()));
    return {
      suite: "chat",
      rows: [
        { name: "send_to_receive.p50", value: round(percentile(delays, 0.5)), unit: "ms", bar: null, better: "lower" },
        { name: "send_to_receive.p99", value: round(percentile(delays, 0.99)), unit: "ms", bar: null, better: "lower" },
        {
          name: "send_to_acknowledged.p50",
          value: round(percentile(acknowledgements, 0.5)),
          unit: "ms",
          bar: null,
          better: "lower",
        },
        {
          name: "send_to_acknowledged.p99",
          value: round(percentile(acknowledgements, 0.99)),
          unit: "ms",
          bar: null,
          better: "lower",
        },
      ],
    };
  } finally {
    await tribe.stop();
  }
};

const round = (value: number): number => Math.round(value * 10) / 10;
