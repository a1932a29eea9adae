import type { Mint, Uid } from "@tribe/contract";
import {
  type LiveCommand,
  type LiveEvent,
  type LivePart,
  type LiveRoom,
  type LiveSpeaker,
  liveLimits,
} from "@tribe/contract/live";

/** Which media somebody has switched on. */
export interface Devices {
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly screen: boolean;
}

export const allOff: Devices = { microphone: false, camera: false, screen: false };

/** A person in a live, with one page. `Connection` is what their frames are sent by. */
export interface LiveMember<Connection> {
  readonly uid: Uid;
  readonly peerId: string;
  readonly sessionId: string;
  readonly isChief: boolean;
  connection: Connection;
  /** Place on the stage; null in the audience. */
  place: number | null;
  devices: Devices;
  /** Counts who asked for the stage, the first one lowest: two may ask within a millisecond. Null if they have not. */
  handTurn: number | null;
  /** When their last reactions were sent, in ms. */
  reactions: readonly number[];
  /** The last message for each of the page's connections: it may have been lost with a WebSocket. */
  readonly toldParts: Map<LivePart, LiveEvent>;
}

/** A live with the people in it. */
export interface LiveState<Connection> {
  readonly id: string;
  readonly mint: Mint;
  readonly title: string;
  readonly startedAt: number;
  readonly members: Map<Uid, LiveMember<Connection>>;
}

/** The first free place on the stage; null when it is full. */
export const freePlace = (members: Iterable<Pick<LiveMember<unknown>, "place">>): number | null => {
  const taken = new Set([...members].map(({ place }) => place));
  for (let place = 0; place < liveLimits.stage; place += 1) if (!taken.has(place)) return place;
  return null;
};

/** The turn of who raises a hand now: after all who have raised theirs. */
export const nextHandTurn = (members: Iterable<Pick<LiveMember<unknown>, "handTurn">>): number =>
  Math.max(0, ...[...members].map(({ handTurn }) => handTurn ?? 0)) + 1;

/** How many streams a live needs: everybody gets sound and picture of everybody else on the stage. */
export const streamsOf = (stage: number, people: number): number => 2 * stage * Math.max(0, people - 1);

/** The state that everybody in it sees. */
export const roomOf = <Connection>({ title, startedAt, members }: LiveState<Connection>): LiveRoom => {
  const all = [...members.values()];
  return {
    title,
    startedAt,
    stage: all
      .flatMap(({ uid, place, isChief, devices }): LiveSpeaker[] =>
        place === null ? [] : [{ uid, place, isChief, ...devices }],
      )
      .sort((a, b) => Number(b.isChief) - Number(a.isChief) || a.place - b.place),
    audience: all.flatMap(({ uid, place }) => (place === null ? [uid] : [])),
    hands: all
      .filter(({ handTurn }) => handTurn !== null)
      .sort((a, b) => (a.handTurn ?? 0) - (b.handTurn ?? 0))
      .map(({ uid }) => uid),
  };
};

/** Whether somebody may give a command. Whom it may be about is checked elsewhere. */
export const mayCommand = (
  { isChief, place }: Pick<LiveMember<unknown>, "isChief" | "place">,
  { kind }: Pick<LiveCommand, "kind">,
): boolean => {
  switch (kind) {
    case "reaction":
      return true;
    case "raw":
      return place !== null;
    case "switchOffMic":
    case "switchOffCamera":
    case "liveEnded":
      return isChief;
  }
};
