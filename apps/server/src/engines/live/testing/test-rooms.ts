import { onTestFinished } from "vitest";
import { openLossyRelay } from "./lossy-relay.ts";
import { type MediaRoom, openMediaRoom } from "./media-room.ts";

/** Whether the long run's larger numbers apply. */
export const isLong = process.env.TRIBE_LONG === "1";

/** Reproducible random numbers in [0, 1) (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** The seed of a test's random numbers. */
export const seed = isLong ? Math.floor(Math.random() * 2 ** 31) : 21;

/** Network settings of a unit that listens only on loopback. */
export const loopback = { bindAddress: "127.0.0.1", publicAddress: null, ports: null } as const;

/** A room that closes at the end of its test. */
export const openRoom = (...args: Parameters<typeof openMediaRoom>): MediaRoom => {
  const room = openMediaRoom(...args);
  onTestFinished(room.stop);
  return room;
};

/** A room that is only reachable through a relay; both close at the end of their test. */
export const openRelayedRoom = async (random: () => number) => {
  const relay = await openLossyRelay(24, random);
  // The room closes before it.
  onTestFinished(relay.close);
  const room = openRoom(
    { bindAddress: "127.0.0.1", publicAddress: relay.address, ports: relay.ports },
    { hidesAddresses: true },
  );
  return { relay, room };
};

/** Everything allowed except a screen. */
export const allOn = { microphone: true, camera: true, screen: false };

/** The unit's ports in an offer. */
export const portsIn = (offer = ""): readonly number[] =>
  [...offer.matchAll(/^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) typ host/gim)].map(([, port]) => Number(port));
