import { type Attachment, routes } from "@tribe/contract";
import { aMessage, aRoom, messages, subscribersOf } from "../fixtures/chats.ts";
import { aUuid } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { minutes, screenTime } from "../fixtures/time.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe } from "../fixtures/tribes.ts";
import { on } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const { mint } = tribe;
/** A picture of one grey pixel, as the server makes them smaller. */
const blur = "data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";
const image = (number: number, name: string): Attachment => ({
  ...{
    id: aUuid(700 + number),
    name,
    size: 400_000,
    kind: "image",
    width: 1_200,
    height: 800,
    blur,
    isAnimated: false,
  },
});
const video: Attachment = {
  ...{ id: aUuid(720), name: "fire.mp4", size: 9_000_000, kind: "video", mimeType: "video/mp4", width: 1_280 },
  ...{ height: 720, durationMs: 34_000, blur },
};
const voice: Attachment = {
  ...{ id: aUuid(721), name: "Voice note", size: 60_000, kind: "audio", mimeType: "audio/webm", durationMs: 12_000 },
  ...{ waveform: Array.from({ length: 64 }, (_, index) => Math.round(50 + 45 * Math.sin(index / 3))), isVoice: true },
};
const file: Attachment = { id: aUuid(722), name: "a-plan-for-tonight-and-tomorrow.txt", size: 300_000, kind: "file" };

const chat = (...attachments: readonly (readonly Attachment[])[]) => ({
  path: `/chat/${mint}`,
  as: aPerson(),
  server: () => {
    const log = [
      ...messages(2, { mint }),
      ...attachments.map((of, index) =>
        aMessage({
          number: index + 3,
          mint,
          text: index === 0 ? "From the hill" : "",
          type: of[0]?.kind ?? "text",
          attachments: [...of],
        }),
      ),
    ];
    return scriptedServer(...tribeAnswers(tribe, { messages: log, subscribers: subscribersOf(tribe) }));
  },
});
/** Chooses two files for a message; what becomes of their uploads is the state's. */
const choose = async ({ hand, window }: Stage): Promise<void> => {
  await hand.find("textbox", "Message");
  const canvas = new window.OffscreenCanvas(600, 400);
  canvas.getContext("2d")?.fillRect(0, 0, 300, 200);
  const picture = await canvas.convertToBlob({ type: "image/png" });
  await hand.choose([
    new window.File([picture], "dusk.png", { type: "image/png" }),
    new window.File(["plan ".repeat(2_000)], "a-plan-for-tonight.txt", { type: "text/plain" }),
  ]);
};
const send = async (stage: Stage): Promise<void> => {
  await choose(stage);
  await stage.hand.fill("Message", "From the hill");
  await stage.hand.press("button", "Send");
};
const held = (part: string) => ({
  ...chat(),
  server: () => {
    const server = chat().server();
    server.parts.hold(part);
    return server;
  },
});

/** Files of a chat's messages, sent and on their way. */
export const mediaStates = {
  pictures: {
    ...chat([image(1, "dusk.png"), image(2, "dawn.png"), image(3, "noon.png")], [image(4, "fire.png")]),
    shows: "Open picture fire.png",
  },
  tenPictures: {
    ...chat(Array.from({ length: 10 }, (_, index) => image(index, `picture-${index}.png`))),
    shows: "Open picture picture-9.png",
  },
  others: { ...chat([video], [voice], [file]), shows: /a-plan-for-tonight/ },
  lightbox: {
    ...chat([image(1, "dusk.png"), image(2, "dawn.png")]),
    isLostByResize: true,
    show: ({ hand }) => hand.press("button", "Open picture dusk.png"),
    shows: /Next|dusk/,
  },
  uploading: { ...held("tus-js-client"), show: choose, shows: /dusk\.png/ },
  /** Sent: in the chat while its files are on their way. */
  sending: { ...held("tus-js-client"), show: send, shows: "Stop sending dusk.png" },
  stopped: {
    ...held("tus-js-client"),
    show: async (stage) => {
      await send(stage);
      await stage.hand.press("button", "Stop sending dusk.png");
    },
    shows: "Not sent.",
  },
  newcomer: {
    ...held("tus-js-client"),
    server: () => {
      const server = held("tus-js-client").server();
      const newcomer = { until: screenTime + 49 * minutes, filesLeft: 1, linksLeft: 2 };
      server.answer(on(routes.chat.room, aRoom(messages(2, { mint }), { newcomer })));
      return server;
    },
    show: choose,
    shows: /The first goes now/,
  },
  refused: {
    ...chat(),
    server: () => {
      const server = chat().server();
      server.parts.lose("tus-js-client");
      return server;
    },
    show: choose,
    shows: "Try dusk.png again",
  },
  recording: {
    ...chat(),
    show: ({ hand }) => hand.press("button", "Record a voice note"),
    shows: "Discard voice note",
    isMoving: true,
    isLostByResize: true,
  },
} satisfies States;
