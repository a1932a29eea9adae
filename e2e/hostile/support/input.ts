import { seededRandom } from "../../support/random.ts";
import { frameInput } from "./frame-inputs.ts";
import { httpKinds } from "./http-inputs.ts";
import { mailInput } from "./mail-inputs.ts";
import { chance, oneOf, type Random } from "./random-bytes.ts";

/** A port of ours, by what it serves. */
export type Door = "app" | "signer" | "devkit" | "mail" | "rpc" | "pubsub";

/** How the client goes once all is sent: it closes its side before or after an answer, resets, or stays and is silent. */
type Leaving = "half-close" | "end" | "reset at once" | "reset" | "stay";

/** One hostile client: what it sends, where, and how. */
export interface HostileInput {
  readonly index: number;
  readonly door: Door;
  readonly kind: keyof typeof httpKinds | "frames" | "mail";
  /** Sent one after another, each when the one before has left. A WebSocket's first is its opening. */
  readonly pieces: readonly Buffer[];
  readonly leaving: Leaving;
  /** Whether it takes what it is answered. */
  readonly isReading: boolean;
  /** Loopback address that it comes from. */
  readonly from: string;
  /** Stands in its WebSocket's target where a one-time token belongs. */
  readonly needsToken: boolean;
}

/** What an opening's target has in place of the token, which only a running server gives out. */
export const tokenPlace = "TOKEN-OF-THE-RUN";

const doors = [
  ...(["app", "app", "app", "app", "app", "app", "signer", "signer", "devkit", "devkit"] as const),
  ...(["rpc", "rpc", "pubsub", "pubsub", "mail"] as const),
] as const satisfies readonly Door[];
const kinds = [
  ...(["requestLine", "requestLine", "headers", "headers", "lengths", "chunked"] as const),
  ...(["bodies", "upgrades", "upgrades", "foreign", "pipelined", "damaged"] as const),
] as const satisfies readonly (keyof typeof httpKinds)[];

/** Cuts bytes into a few pieces, or into single ones. */
const inPieces = (random: Random, whole: Buffer): readonly Buffer[] => {
  if (chance(random, 70)) return [whole];
  const count = random.between(2, chance(random, 50) ? 4 : 40);
  const size = Math.max(1, Math.ceil(whole.length / count));
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size));
};

/** The input of a number: the same seed and number give the same bytes, so that each can be thrown again alone. */
export const inputOf = (seed: number, index: number): HostileInput => {
  const random = seededRandom(seed ^ Math.imul(index + 1, 0x9e3779b1));
  const door = oneOf(random, doors);
  const speaksFrames = (door === "app" && chance(random, 35)) || (door === "pubsub" && chance(random, 70));
  const common = {
    index,
    door,
    leaving: oneOf<Leaving>(random, ["half-close", "end", "end", "end", "reset at once", "reset", "stay"]),
    isReading: chance(random, 85),
    from: `127.${random.between(1, 9)}.${random.between(0, 255)}.${random.between(1, 254)}`,
  };
  if (speaksFrames) {
    const { opening, frames } = frameInput(random, door === "app" ? `/ws?token=${tokenPlace}` : "/");
    const pieces = frames.flatMap((frame) => inPieces(random, frame));
    return { ...common, kind: "frames", pieces: [opening, ...pieces], needsToken: door === "app" };
  }
  const kind = door === "mail" ? (chance(random, 70) ? "mail" : "foreign") : oneOf(random, kinds);
  const whole = kind === "mail" ? mailInput(random) : httpKinds[kind](random);
  // Some never come to an end.
  const sent = chance(random, 15) ? whole.subarray(0, random.between(0, whole.length)) : whole;
  return { ...common, kind, pieces: inPieces(random, sent), needsToken: false };
};
