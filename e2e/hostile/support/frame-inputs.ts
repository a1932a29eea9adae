import { extensions, requestOf } from "./http-inputs.ts";
import { nastyBody, nastyCall, nastyFrame } from "./nasty-bodies.ts";
import { bytes, chance, oneOf, type Random, times } from "./random-bytes.ts";

interface Frame {
  readonly opcode: number;
  readonly payload?: Buffer;
  readonly isFinal?: boolean;
  /** The three reserved bits; 4 says that the message is compressed. */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** A false length in the header. */
  readonly length?: bigint;
  /** Uses a wider length field than needed. */
  readonly isWide?: boolean;
}

/** The bytes of a WebSocket frame (RFC 6455, 5.2), valid or not. */
export const frameOf = ({
  opcode,
  payload = Buffer.alloc(0),
  isFinal = true,
  reserved = 0,
  isMasked = true,
  ...rest
}: Frame): Buffer => {
  const length = rest.length ?? BigInt(payload.length);
  const head = [((isFinal ? 8 : 0) | reserved) * 16 + opcode];
  const bit = isMasked ? 0x80 : 0;
  const wide = Buffer.alloc(8);
  wide.writeBigUInt64BE(length);
  if (length < 126n && !rest.isWide) head.push(bit | Number(length));
  else if (length < 65_536n && !rest.isWide) head.push(bit | 126, ...wide.subarray(6));
  else head.push(bit | 127, ...wide);
  if (!isMasked) return Buffer.concat([Buffer.from(head), payload]);
  const mask = [0x13, 0x57, 0x9b, 0xdf];
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([...head, ...mask]), masked]);
};

const text = 1;
const close = 8;
const ping = 9;

/** The request that opens a WebSocket. */
export const handshake = (target: string, extension?: string): Buffer =>
  requestOf({
    target,
    headers: [
      ...[
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
      ],
      ...(extension ? [`Sec-WebSocket-Extensions: ${extension}`] : []),
    ],
  });

const closeFrame = (random: Random): Buffer => {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(oneOf(random, [0, 999, 1000, 1004, 1005, 1006, 1015, 2999, 5000, 65_535]));
  const words = chance(random, 50) ? bytes(random, random.between(0, 123)) : Buffer.alloc(0);
  return frameOf({ opcode: close, payload: chance(random, 10) ? Buffer.from([3]) : Buffer.concat([payload, words]) });
};

const one = (random: Random): Buffer =>
  oneOf(random, [
    () => frameOf({ opcode: text, payload: nastyBody(random) }),
    () => frameOf({ opcode: text, payload: Buffer.from(nastyFrame(random)) }),
    () => frameOf({ opcode: text, payload: Buffer.from(nastyCall(random)) }),
    () => frameOf({ opcode: 2, payload: bytes(random, random.between(0, 400)) }),
    () => frameOf({ opcode: text, payload: Buffer.from("{}"), isMasked: false }),
    () => frameOf({ opcode: text, payload: Buffer.from("{}"), reserved: random.between(1, 7) }),
    // A decompression bomb: a megabyte of zeros in a kilobyte.
    () => frameOf({ opcode: text, payload: bytes(random, 1_000), reserved: 4 }),
    () => frameOf({ opcode: oneOf(random, [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), payload: bytes(random, 5) }),
    () => frameOf({ opcode: ping, payload: bytes(random, random.between(126, 300)) }),
    () => frameOf({ opcode: oneOf(random, [close, ping, 10]), isFinal: false, payload: bytes(random, 5) }),
    () =>
      frameOf({
        opcode: text,
        length: oneOf(random, [2n ** 63n, 2n ** 64n - 1n, 2n ** 53n, 2n ** 32n, 100_000n]),
        payload: bytes(random, 50),
      }),
    () => frameOf({ opcode: text, isWide: true, payload: Buffer.from('{"type":"ping"}') }),
    () => frameOf({ opcode: text, payload: Buffer.alloc(random.between(30_000, 70_000), 0x61) }),
    () => frameOf({ opcode: 0, payload: Buffer.from("nothing to continue") }),
    () =>
      Buffer.concat([
        frameOf({ opcode: text, isFinal: false, payload: Buffer.from("{") }),
        frameOf({ opcode: text, payload: Buffer.from("}") }),
      ]),
    () =>
      frameOf({
        opcode: text,
        payload: Buffer.from(oneOf(random, ["ff", "c080", "eda080", "f4908080", "e282"]), "hex"),
      }),
    () => closeFrame(random),
    () =>
      Buffer.concat([closeFrame(random), frameOf({ opcode: text, payload: Buffer.from("late") }), closeFrame(random)]),
    () => Buffer.concat(times(random.between(10, 200), () => frameOf({ opcode: ping, payload: bytes(random, 20) }))),
    () =>
      Buffer.concat(
        times(random.between(10, 300), (index) => frameOf({ opcode: index === 0 ? text : 0, isFinal: false })),
      ),
    () =>
      Buffer.concat(
        times(random.between(5, 90), () => frameOf({ opcode: text, payload: Buffer.from(nastyFrame(random)) })),
      ),
    () => bytes(random, random.between(1, 600)),
    () => frameOf({ opcode: text, payload: bytes(random, 90) }).subarray(0, random.between(1, 40)),
  ])();

/** A WebSocket handshake, and frames that no client sends. */
export const frameInput = (
  random: Random,
  target: string,
): { readonly opening: Buffer; readonly frames: readonly Buffer[] } => ({
  opening: handshake(target, chance(random, 30) ? oneOf(random, extensions) : undefined),
  frames: times(random.between(1, 5), () => one(random)),
});
