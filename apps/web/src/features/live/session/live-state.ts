import type { Mint, Uid } from "@tribe/contract";
import type { LiveLine, LiveRoom } from "@tribe/contract/live";
import { createStore } from "../../../shared/state/store.ts";

/** The devices that this person has switched on. */
export interface OwnDevices {
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly screen: boolean;
}

/** An emoji that flies over the stage. */
export interface FlyingReaction {
  readonly id: number;
  readonly emoji: string;
  readonly uid: Uid;
}

/** The live that this page has joined. */
export interface LiveHere {
  readonly mint: Mint;
  readonly me: Uid;
  readonly phase: "joining" | "in" | "reconnecting";
  /** The quality that this page's connection allows. */
  readonly line: LiveLine;
  /** The quality that it allows for this person's own sound and video. */
  readonly uplink: LiveLine;
  /** The person who is shown large; null for all equally. */
  readonly pinned: Uid | null;
  /** Null until the server has answered. */
  readonly room: LiveRoom | null;
  readonly own: OwnDevices;
  /** The own camera, as others see it; null while it is off. */
  readonly ownCamera: MediaStreamTrack | null;
  readonly ownScreen: MediaStreamTrack | null;
  /** Received videos, by the name of their stream: `v<place>` and `screen`. */
  readonly pictures: ReadonlyMap<string, MediaStreamTrack>;
  readonly speaking: ReadonlySet<Uid>;
  readonly reactions: readonly FlyingReaction[];
}

export const liveState = createStore<LiveHere | null>(null);

/** Changes the state of the live that this page has joined; does nothing without one. */
export const changeLive = (change: (before: LiveHere) => Partial<LiveHere>): void =>
  liveState.set((before) => before && { ...before, ...change(before) });

/** Shows that somebody speaks, or has stopped. */
export const showSpeaking = (uid: Uid, isSpeaking: boolean): void =>
  changeLive(({ speaking }) => {
    const next = new Set(speaking);
    if (isSpeaking) next.add(uid);
    else next.delete(uid);
    return { speaking: next };
  });

const reactionShownFor = 2_600;
const maxReactions = 24;
let nextReaction = 1;

/** Lets somebody's emoji fly over the stage. */
export const flyReaction = (uid: Uid, emoji: string): void => {
  const id = nextReaction;
  nextReaction += 1;
  changeLive(({ reactions }) => ({ reactions: [...reactions, { id, emoji, uid }].slice(-maxReactions) }));
  setTimeout(
    () => changeLive(({ reactions }) => ({ reactions: reactions.filter((each) => each.id !== id) })),
    reactionShownFor,
  );
};

/** Whether somebody is on the stage. */
export const isOnStage = ({ room, me }: Pick<LiveHere, "room" | "me">): boolean =>
  room?.stage.some(({ uid }) => uid === me) ?? false;
