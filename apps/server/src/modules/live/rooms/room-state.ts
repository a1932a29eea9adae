import type { Mint, Uid } from "@tribe/contract";
import {
  type LiveCommand,
  type LiveEvent,
  type LivePart,
  type LiveRoom,
  type LiveSpeaker,
  liveLimits,
} from "@tribe/contract/live";

/** What somebody has switched on. */
export interface Devices {
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly screen: boolean;
}

export const allOff: Devices = { microphone: false, camera: false, screen: false };

/** One person in a live, by one page of theirs. `Connection` is what their frames go by. */
export interface LiveMember<Connection> {
  readonly uid: Uid;
  readonly peerId: string;
  readonly sessionId: string;
  readonly isChief: boolean;
  connection: Connection;
  /** On the stage; null in the audience. */
  place: number | null;
  devices: Devices;
  /** When they asked for the stage, ms; null for who does not. */
  handAt: number | null;
  /** When their last reactions went out, ms. */
  reactions: readonly number[];
  /** What their page was told last of each of its connections: it may have been lost with a WebSocket. */
  readonly toldParts: Map<LivePart, LiveEvent>;
}

/** One live with who is in it. */
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

/** Streams that a live makes: everybody gets sound and picture of everybody else on the stage. */
export const streamsOf = (stage: number, people: number): number => 2 * stage * Math.max(0, people - 1);

/** What everybody in it knows of it. */
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
      .filter(({ handAt }) => handAt !== null)
      .sort((a, b) => (a.handAt ?? 0) - (b.handAt ?? 0))
      .map(({ uid }) => uid),
  };
};

/** Whether somebody may give a command. Whom a command is for is another question. */
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
