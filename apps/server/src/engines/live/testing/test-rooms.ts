import { onTestFinished } from "vitest";
import { openLossyRelay } from "./lossy-relay.ts";
import { type MediaRoom, openMediaRoom } from "./media-room.ts";

/** Whether there is time for more of everything. */
export const isLong = process.env.TRIBE_LONG === "1";

/** Repeatable numbers in [0, 1) (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** What random numbers of a test begin with. */
export const seed = isLong ? Math.floor(Math.random() * 2 ** 31) : 21;

/** Where a unit listens that nobody reaches from elsewhere. */
export const loopback = { bindAddress: "127.0.0.1", publicAddress: null, ports: null } as const;

/** A room that ends with its test. */
export const openRoom = (...args: Parameters<typeof openMediaRoom>): MediaRoom => {
  const room = openMediaRoom(...args);
  onTestFinished(room.stop);
  return room;
};

/** A room that is reached over a relay alone; both end with their test. */
export const openRelayedRoom = async (random: () => number) => {
  const relay = await openLossyRelay(24, random);
  // The room ends before it.
  onTestFinished(relay.close);
  const room = openRoom(
    { bindAddress: "127.0.0.1", publicAddress: relay.address, ports: relay.ports },
    { hidesAddresses: true },
  );
  return { relay, room };
};

/** May send all but a screen. */
export const allOn = { microphone: true, camera: true, screen: false };

/** Ports at which an offer says that the unit is reached. */
export const portsIn = (offer = ""): readonly number[] =>
  [...offer.matchAll(/^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) typ host/gim)].map(([, port]) => Number(port));
