import { seededRandom } from "../../support/random.ts";
import { frameInput } from "./frame-inputs.ts";
import { httpKinds } from "./http-inputs.ts";
import { mailInput } from "./mail-inputs.ts";
import { chance, oneOf, type Random } from "./random-bytes.ts";

/** One of our ports, by the service behind it. */
export type Door = "app" | "signer" | "devkit" | "mail" | "rpc" | "pubsub";

/**
 * How the client ends after its last piece: it closes its side before or after an answer, resets, or stays connected in
 * silence.
 */
type Leaving = "half-close" | "end" | "reset at once" | "reset" | "stay";

/** One hostile client: what it sends, where, and how. */
export interface HostileInput {
  readonly index: number;
  readonly door: Door;
  readonly kind: keyof typeof httpKinds | "frames" | "mail";
  /** Sent one after another, each once the previous one is flushed. A WebSocket's first piece is its handshake. */
  readonly pieces: readonly Buffer[];
  readonly leaving: Leaving;
  /** Whether the client reads the answers. */
  readonly isReading: boolean;
  /** The loopback address that the client connects from. */
  readonly from: string;
  /** Whether its WebSocket target contains `tokenPlace`, to be replaced by a one-time token. */
  readonly needsToken: boolean;
}

/** The placeholder in a handshake's target for the token, which only a running server issues. */
export const tokenPlace = "TOKEN-OF-THE-RUN";

const doors = [
  ...(["app", "app", "app", "app", "app", "app", "signer", "signer", "devkit", "devkit"] as const),
  ...(["rpc", "rpc", "pubsub", "pubsub", "mail"] as const),
] as const satisfies readonly Door[];
const kinds = [
  ...(["requestLine", "requestLine", "headers", "headers", "lengths", "chunked"] as const),
  ...(["bodies", "upgrades", "upgrades", "foreign", "pipelined", "damaged"] as const),
] as const satisfies readonly (keyof typeof httpKinds)[];

/** Splits bytes into a few pieces, or into single bytes. */
const inPieces = (random: Random, whole: Buffer): readonly Buffer[] => {
  if (chance(random, 70)) return [whole];
  const count = random.between(2, chance(random, 50) ? 4 : 40);
  const size = Math.max(1, Math.ceil(whole.length / count));
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size));
};

/** The input with this index: the same seed and index give the same bytes, so that each can be sent again alone. */
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
  // Some are truncated.
  const sent = chance(random, 15) ? whole.subarray(0, random.between(0, whole.length)) : whole;
  return { ...common, kind, pieces: inPieces(random, sent), needsToken: false };
};
