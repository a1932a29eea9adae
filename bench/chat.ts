import type { ChatMessage } from "@tribe/contract";
import { createTrader, gather } from "../e2e/support/people/people.ts";
import { startTribe } from "../e2e/support/product/tribe.ts";
import { commitRows } from "./chat/commits.ts";
import { crowdRows } from "./chat/crowd.ts";
import { idleRows } from "./chat/idle.ts";
import { joinerRows } from "./chat/joiners.ts";
import { pageRows } from "./chat/pages.ts";
import { reconnectRows } from "./chat/reconnect.ts";
import { roomRows } from "./chat/room.ts";
import { liftAllowances, type Scene, signInMany, withScene } from "./chat/scene.ts";
import { slowMailRows } from "./chat/slow-mail.ts";
import { soldRows } from "./chat/sold.ts";
import { type IsAsked, percentile, type Row, type Suite } from "./suite.ts";

const senders = 4;
const messagesEach = 25;

/** The latency of the database in the crowd's figures, milliseconds. */
const databaseDelayMs = 1;

/** Enough people that nobody reaches the rate limit per minute while all sockets are opened. */
const people = 198;

/** The parts that can be measured alone. */
export const parts = [
  "conversation",
  "sale_to_cut",
  "room_of_99",
  "reconnect",
  "history_page",
  "idle_socket",
  "crowd",
  "joiners_20000",
  "commits_with_events",
  "slow_mail",
] as const;
type Part = (typeof parts)[number];

/**
 * The chat's latency for four people, a room of 99 compared with servers that only broadcast, and the effect of a crowd, a
 * sale, a slow mail server and the commits of a busy day.
 * @param isAsked whether a part is to be measured
 */
export const run = async (isAsked: IsAsked): Promise<Suite> => {
  const rowsOf = async (part: Part, measure: () => Promise<readonly Row[]>): Promise<readonly Row[]> =>
    isAsked(part) ? measure() : [];
  /** Runs parts that share a scene; without any of them the scene is not set up. */
  const inScene = async (
    delayMs: number,
    inIt: readonly Part[],
    measure: (scene: Scene) => Promise<readonly (readonly Row[])[]>,
  ): Promise<readonly Row[]> =>
    inIt.some(isAsked) ? (await withScene(delayMs, async (scene) => measure(scene))).flat() : [];
  const rows = [
    ...(await rowsOf("conversation", conversationRows)),
    ...(await rowsOf("sale_to_cut", soldRows)),
    ...(await inScene(0, ["room_of_99", "reconnect", "history_page", "idle_socket"], async (scene) => {
      const everybody = await signInMany(scene, people);
      await liftAllowances(scene);
      return [
        await rowsOf("room_of_99", () => roomRows(scene, everybody)),
        await rowsOf("reconnect", () => reconnectRows(scene, everybody)),
        await rowsOf("history_page", () => pageRows(scene, everybody)),
        await rowsOf("idle_socket", () => idleRows(scene, everybody)),
      ];
    })),
    ...(await inScene(databaseDelayMs, ["crowd"], async (scene) => [await crowdRows(scene)])),
    ...(await inScene(0, ["joiners_20000", "commits_with_events", "slow_mail"], async (scene) => [
      await rowsOf("joiners_20000", () => joinerRows(scene)),
      await rowsOf("commits_with_events", () => commitRows(scene)),
      await rowsOf("slow_mail", () => slowMailRows(scene)),
    ])),
  ];
  return { suite: "chat", rows };
};

/**
 * Four people write in one Tribe at the rate that a person may, over real sockets and PostgreSQL. Each message is
 * timed from its send to its arrival at each of the others; all clocks are this process's.
 */
const conversationRows = async (): Promise<Row[]> => {
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
    // One second apart: the delivery of a message is measured, not the wait of the rate limit.
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
    const row = (name: string, value: number): Row => ({
      name,
      value: round(value),
      unit: "ms",
      bar: null,
      better: "lower",
    });
    return [
      row("send_to_receive.p50", percentile(delays, 0.5)),
      row("send_to_receive.p99", percentile(delays, 0.99)),
      row("send_to_acknowledged.p50", percentile(acknowledgements, 0.5)),
      row("send_to_acknowledged.p99", percentile(acknowledgements, 0.99)),
    ];
  } finally {
    await tribe.stop();
  }
};

const round = (value: number): number => Math.round(value * 10) / 10;
