import { routes } from "@tribe/contract";
import type { LiveRoom } from "@tribe/contract/live";
import { aMember, messages, subscribersOf } from "../fixtures/chats.ts";
import { aUid } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { before, minutes } from "../fixtures/time.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe } from "../fixtures/tribes.ts";
import { on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const chiefs = aTribe({ name: "Ida", subscribeState: "chief" });
const { mint } = tribe;
const person = aPerson();
const log = messages(8, { mint });
const title = "Night call-in";
const lives = on(routes.live.now, { lives: [{ mint, title, startedAt: before(20 * minutes), viewers: 5 }] });
const speaker = (name: string, place: number, isChief: boolean, screen = false) => ({
  ...{ uid: aUid(name), place, isChief, microphone: place !== 2, camera: false, screen },
});
const room = (rest: Partial<LiveRoom> = {}): LiveRoom => ({
  ...{ title, startedAt: before(20 * minutes) },
  stage: [speaker("Ida", 0, true), speaker("Member 1", 1, false), speaker("Member 2", 2, false)],
  ...{ audience: [person.uid, aUid("Member 3")], hands: [], ...rest },
});
const chat = (of: typeof tribe, held: LiveRoom, ...answers: readonly ScriptedAnswer[]) => ({
  path: `/chat/${mint}`,
  as: person,
  server: () => {
    const server = scriptedServer(
      ...tribeAnswers(of, { messages: log, subscribers: subscribersOf(of) }),
      lives,
      on(routes.chat.members, {
        members: [aMember()],
        counts: { members: 4, online: 1, booted: 0, blocked: 0 },
        nextCursor: null,
      }),
      on(routes.live.token, { token: "live-1", iceServers: [] }),
      ...answers,
    );
    server.realtime.answerFrames((frame) =>
      frame.type === "live" && (frame.action as { readonly kind?: string }).kind === "join" // the page's own action
        ? [{ type: "live", mint, peerId: frame.peerId, event: { kind: "room", room: held } }]
        : [],
    );
    return server;
  },
});
const join = ({ hand }: Stage) => hand.press("button", /^(Join live|Watch|Listen|Join)$/);

/** A live beside a chat, without sound and pictures: those come over a connection of their own. */
export const liveStates = {
  goLive: {
    ...chat(chiefs, room(), on(routes.live.now, { lives: [] })),
    show: ({ hand }) => hand.press("button", "Go live"),
    shows: /What is it about/,
    isMoving: true,
    isLostByResize: true,
  },
  goLiveUnsupported: {
    ...chat(chiefs, room(), on(routes.live.now, { lives: [] })),
    lacks: ["RTCPeerConnection"],
    show: ({ hand }) => hand.press("button", "Go live"),
    shows: "This browser can't show lives. Try another one.",
  },
  unsupported: {
    ...chat(tribe, room()),
    lacks: ["RTCPeerConnection"],
    shows: "This browser can't show lives. Try another one.",
  },
  invited: { ...chat(tribe, room()), shows: /Night call-in/ },
  watching: { ...chat(tribe, room()), show: join, shows: /Night call-in/, isMoving: true },
  onStage: {
    ...chat(
      tribe,
      room({ stage: [speaker("Ida", 0, true), { ...speaker("Mara", 1, false), uid: person.uid }], audience: [] }),
    ),
    show: join,
    shows: /Mute|Unmute/,
    isMoving: true,
    isLostByResize: true,
  },
  screen: {
    ...chat(tribe, room({ stage: [speaker("Ida", 0, true, true), speaker("Member 1", 1, false)] })),
    show: join,
    shows: /Night call-in/,
    isMoving: true,
    isLostByResize: true,
  },
  leave: {
    ...chat(chiefs, room({ stage: [{ ...speaker("Mara", 0, true), uid: person.uid }] })),
    show: async (stage) => {
      await join(stage);
      await stage.hand.press("button", "Leave live");
    },
    shows: /End/,
    isMoving: true,
    isLostByResize: true,
  },
} satisfies States;
