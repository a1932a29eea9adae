import { bytes, oneOf, type Random, times } from "./random-bytes.ts";

const values = [
  ...[
    "null",
    "true",
    "0",
    "-0",
    "1e999",
    "9007199254740993",
    "18446744073709551616",
    '""',
    '"\\ud800"',
    '"\\u0000"',
    "[]",
    "{}",
  ],
  ...[
    '"11111111111111111111111111111111"',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":1}}',
    `"${"a".repeat(3_000)}"`,
  ],
  ...[
    '{"encoding":"jsonParsed"}',
    '{"commitment":"sure"}',
    '[["\\ud800"]]',
    '"\u202e"',
    '{"dataSlice":{"offset":-1,"length":1e9}}',
  ],
] as const;

const rpcMethods = [
  ...[
    "getSlot",
    "getBalance",
    "getAccountInfo",
    "getProgramAccounts",
    "sendTransaction",
    "simulateTransaction",
    "getBlock",
  ],
  ...[
    "getSignatureStatuses",
    "getTransaction",
    "requestAirdrop",
    "getFeeForMessage",
    "getTokenAccountsByOwner",
    "getBlocks",
  ],
  ...[
    "accountSubscribe",
    "logsSubscribe",
    "signatureSubscribe",
    "programSubscribe",
    "slotUnsubscribe",
    "blockSubscribe",
  ],
  ...["__proto__", "constructor", "", "getSlot\\u0000"],
] as const;

const value = (random: Random): string => oneOf(random, ["null", ...values]);

/** A JSON-RPC call with random parameters, which are valid only by chance. */
export const nastyCall = (random: Random): string => {
  const params = times(random.between(0, 4), () => value(random)).join(",");
  const method = oneOf(random, ["getSlot", ...rpcMethods]);
  const id = oneOf(random, ["1", "null", '"x"', "-1", "1.5", "{}", "1e400"]);
  return `{"jsonrpc":${oneOf(random, ['"2.0"', '"2.0"', '"1.0"', "2"])},"id":${id},"method":"${method}","params":[${params}]}`;
};

/** A frame of our WebSocket protocol with random values, which are valid only by chance. */
export const nastyFrame = (random: Random): string => {
  const type = oneOf(random, ["subscribe", "unsubscribe", "watch", "unwatch", "send", "ping", "ready", "__proto__"]);
  const names = times(random.between(0, 4), () => oneOf(random, ["mint", "clientId", "text", "afterSeq", "type"]));
  return `{"type":"${type}"${names.map((name) => `,"${name}":${value(random)}`).join("")}}`;
};

/** A body or message that no honest client sends. */
export const nastyBody = (random: Random): Buffer =>
  oneOf(random, [
    () => Buffer.from(nastyCall(random)),
    () => Buffer.from(`[${times(random.between(0, 60), () => nastyCall(random)).join(",")}]`),
    () => Buffer.from(nastyFrame(random)),
    () => Buffer.from(value(random)),
    () =>
      Buffer.from(
        `{${times(random.between(1, 5), () => `"${oneOf(random, ["email", "body", "lamports", "__proto__"])}":${value(random)}`).join(",")}}`,
      ),
    () => Buffer.from(oneOf(random, ["[", "{", '{"a":', '"', "]", "{]", "\ufeff{}", "nul", "NaN", "'a'"])),
    () => Buffer.from(oneOf(random, ["[", '{"a":']).repeat(random.between(1_000, 15_000))),
    () => Buffer.from(`a=1&a=2&persona=%zz&state=${"%00".repeat(50)}&__proto__=1`),
    () => bytes(random, random.between(0, 3_000)),
  ])();
