import { addressSchema, type Uid, uidSchema } from "@tribe/contract";
import { liveLimits } from "@tribe/contract/live";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { allOff, freePlace, type LiveMember, mayCommand, nextHandTurn, roomOf, streamsOf } from "./room-state.ts";

const uid = (name: string): Uid => z.parse(uidSchema, name.padEnd(8, "x"));
const member = (name: string, rest: Partial<LiveMember<null>> = {}): LiveMember<null> => ({
  uid: uid(name),
  peerId: name,
  sessionId: "s",
  isChief: false,
  connection: null,
  place: null,
  devices: allOff,
  handTurn: null,
  reactions: [],
  toldParts: new Map(),
  ...rest,
});

test("lists the Chief first, then the stage by place, the audience, and raised hands in their order", () => {
  const members = [
    member("late", { handTurn: 9 }),
    member("second", { place: 0 }),
    member("chief", { place: 3, isChief: true, devices: { ...allOff, camera: true } }),
    member("early", { handTurn: 2 }),
  ];
  const room = roomOf({
    id: "1",
    mint: z.parse(addressSchema, "So11111111111111111111111111111111111111112"),
    title: "t",
    startedAt: 5,
    members: new Map(members.map((each) => [each.uid, each])),
  });
  expect(room.stage.map((each) => [each.uid, each.place])).toEqual([
    [uid("chief"), 3],
    [uid("second"), 0],
  ]);
  expect(room.stage[0]).toMatchObject({ isChief: true, camera: true, microphone: false });
  expect(room.audience).toEqual([uid("late"), uid("early")]);
  expect(room.hands).toEqual([uid("early"), uid("late")]);
});

test("has a limited number of places, and assigns the first free one", () => {
  expect(freePlace([{ place: 0 }, { place: 2 }, { place: null }])).toBe(1);
  expect(freePlace(Array.from({ length: liveLimits.stage }, (_, place) => ({ place })))).toBeNull();
});

test("counts streams: everybody gets sound and video of everybody else on the stage", () => {
  expect([streamsOf(1, 1), streamsOf(1, 100), streamsOf(9, 100)]).toEqual([0, 198, 1_782]);
});

test("lets only the Chief mute others and end the live, the stage speak, and everybody react", () => {
  const kinds = ["raw", "reaction", "switchOffMic", "switchOffCamera", "liveEnded"] as const;
  const may = (who: { isChief: boolean; place: number | null }) => kinds.filter((kind) => mayCommand(who, { kind }));
  expect(may({ isChief: true, place: 0 })).toEqual(kinds);
  expect(may({ isChief: false, place: 1 })).toEqual(["raw", "reaction"]);
  expect(may({ isChief: false, place: null })).toEqual(["reaction"]);
});

test("keeps the order of hands that are raised at one moment, also of who came into the live later", () => {
  const members = ["first", "second", "third"].map((name) => member(name));
  const [first, second, third] = members;
  if (!first || !second || !third) throw new Error("three were made");
  const raise = (who: LiveMember<null>) => {
    who.handTurn ??= nextHandTurn(members);
  };
  const hands = () =>
    roomOf({
      ...{ id: "1", title: "t", startedAt: 5, members: new Map(members.map((each) => [each.uid, each])) },
      mint: z.parse(addressSchema, "So11111111111111111111111111111111111111112"),
    }).hands;
  for (const who of [third, first, second, first]) raise(who);
  expect(hands()).toEqual([third, first, second].map((each) => each.uid));
  // Whose hand goes down and up again waits anew.
  third.handTurn = null;
  raise(third);
  expect(hands()).toEqual([first, second, third].map((each) => each.uid));
});
