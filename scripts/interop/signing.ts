/**
 * Writes `interop/signing.json`: canonical requests and their signatures, made with Node's own crypto and a second
 * implementation of the rules. `differs` pairs name two requests whose signatures must not be equal; `refused` ones are
 * signatures that a verifier must not accept.
 */
import { createHash, createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";

interface Request {
  accessToken: string;
  timestamp: number;
  nonce: string;
  method: string;
  path: string;
  query: [string, string][];
  payload: string;
}

const secret = Buffer.alloc(32, 7).toString("base64url");
const otherSecret = Buffer.alloc(32, 8).toString("base64url");
const base: Request = {
  accessToken: "token-1",
  timestamp: 1_700_000_000_000,
  nonce: Buffer.alloc(16, 1).toString("base64url"),
  method: "GET",
  path: "/api/v1/token/list",
  query: [],
  payload: "",
};

const unreserved = /^[A-Za-z0-9\-._~]$/;
const encode = (text: string): string =>
  [...Buffer.from(text, "utf8")]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return unreserved.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const canonicalQuery = (query: [string, string][]): string =>
  query
    .map(([key, value]): [string, string] => [encode(key), encode(value)])
    .sort((a, b) => order(a[0], b[0]) || order(a[1], b[1]))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");
const canonicalOf = (request: Request): string =>
  [
    "v1",
    request.accessToken,
    request.timestamp,
    request.nonce,
    request.method.toUpperCase(),
    request.path,
    canonicalQuery(request.query),
    createHash("sha256").update(request.payload, "utf8").digest("hex"),
  ].join("\n");
const sign = (key: string, canonical: string): string =>
  `v1=${createHmac("sha256", Buffer.from(key, "base64url")).update(canonical, "utf8").digest("base64url")}`;

const valid = (name: string, change: Partial<Request>, key = secret) => {
  const request = { ...base, ...change };
  const canonical = canonicalOf(request);
  return { name, secret: key, request, canonical, signature: sign(key, canonical) };
};

const body = '{"mint":"So11111111111111111111111111111111111111112","amount":"1000000000"}';
const cases = [
  valid("a plain read", {}),
  valid("before sign-in there is no token", { accessToken: "" }),
  valid("another secret", {}, otherSecret),
  valid("a write with a body", { method: "POST", path: "/api/v2/factory/trade", payload: body }),
  valid("a method in small letters is signed in capitals", { method: "put", payload: body }),
  valid("a deletion without a body", { method: "DELETE", path: "/api/v1/social/x" }),
  valid("one query value", { query: [["mint", "abc"]] }),
  valid("keys are sorted", {
    query: [
      ["offset", "0"],
      ["mint", "abc"],
      ["limit", "500"],
    ],
  }),
  valid("capitals sort before small letters", {
    query: [
      ["b", "1"],
      ["B", "2"],
      ["a", "3"],
    ],
  }),
  valid("values of one key are sorted", {
    query: [
      ["tag", "z"],
      ["tag", "a"],
      ["tag", "M"],
    ],
  }),
  valid("duplicates are kept", {
    query: [
      ["tag", "a"],
      ["tag", "a"],
    ],
  }),
  valid("an empty value keeps its equals sign", { query: [["search", ""]] }),
  valid("an empty key", { query: [["", "x"]] }),
  valid("a space is %20, never a plus", { query: [["search", "two words"]] }),
  valid("a plus is %2B", { query: [["search", "a+b"]] }),
  valid("an ampersand and an equals sign within a value", { query: [["search", "a&b=c"]] }),
  valid("marks that encodeURIComponent leaves are encoded", { query: [["search", "!'()*"]] }),
  valid("unreserved marks stay", { query: [["search", "-._~"]] }),
  valid("a slash and a question mark within a value", { query: [["returnTo", "/token/abc?x=1"]] }),
  valid("a percent sign is encoded once more", { query: [["search", "50%25"]] }),
  valid("letters beyond ASCII", { query: [["search", "Zoë"]] }),
  valid("characters beyond the basic plane", { query: [["search", "🔥"]] }),
  valid("a key beyond ASCII", { query: [["größe", "12"]] }),
  valid("encoded forms decide the order", {
    query: [
      ["a b", "1"],
      ["a-b", "2"],
      ["a!b", "3"],
    ],
  }),
  valid("a longer key sorts after its beginning", {
    query: [
      ["limit2", "1"],
      ["limit", "2"],
    ],
  }),
  valid("line feeds within a value cannot add lines", { query: [["search", "a\nb"]] }),
  valid("a body of letters beyond ASCII", { method: "POST", payload: '{"name":"Zoë 🔥"}' }),
  valid("a body with line feeds", { method: "POST", payload: '{\n  "a": 1\n}' }),
  valid("an empty object is not an empty body", { method: "POST", payload: "{}" }),
  valid("the smallest timestamp", { timestamp: 0 }),
  valid("a timestamp of the far future", { timestamp: 4_102_444_800_000 }),
  valid("a path below another", { path: "/api/v1/chat/messages" }),
];

const variant = (name: string, change: Partial<Request>, from: Partial<Request> = {}) => ({
  name,
  secret,
  first: { ...base, ...from },
  second: { ...base, ...from, ...change },
});
const differs = [
  variant("another token", { accessToken: "token-2" }),
  variant("no token", { accessToken: "" }),
  variant("a millisecond later", { timestamp: base.timestamp + 1 }),
  variant("another nonce", { nonce: Buffer.alloc(16, 2).toString("base64url") }),
  variant("another method", { method: "POST" }),
  variant("another path", { path: "/api/v1/token/profile" }),
  variant("a slash at the path's end", { path: `${base.path}/` }),
  variant("another query value", { query: [["a", "2"]] }, { query: [["a", "1"]] }),
  variant("another query key", { query: [["b", "1"]] }, { query: [["a", "1"]] }),
  variant(
    "a dropped duplicate",
    { query: [["a", "1"]] },
    {
      query: [
        ["a", "1"],
        ["a", "1"],
      ],
    },
  ),
  variant(
    "two values swapped between keys",
    {
      query: [
        ["a", "2"],
        ["b", "1"],
      ],
    },
    {
      query: [
        ["a", "1"],
        ["b", "2"],
      ],
    },
  ),
  variant(
    "an ampersand moved out of a value",
    {
      query: [
        ["a", "1"],
        ["b", "2"],
      ],
    },
    { query: [["a", "1&b=2"]] },
  ),
  variant("query moved into the path", { path: `${base.path}?a=1`, query: [] }, { query: [["a", "1"]] }),
  variant("another body", { payload: '{"a":2}' }, { payload: '{"a":1}' }),
  variant("a space in the body", { payload: '{"a": 1}' }, { payload: '{"a":1}' }),
  variant("a body taken away", { payload: "" }, { payload: "{}" }),
  variant("token and timestamp run together", { accessToken: "token-1\n1700000000000" }, {}),
];

const good = valid("", {}).signature;
const refuse = (name: string, signature: string) => ({ name, secret, request: base, signature });
const flipped = good.slice(0, 5) + (good[5] === "A" ? "B" : "A") + good.slice(6);
const refused = [
  refuse("an empty signature", ""),
  refuse("without its version", good.slice(3)),
  refuse("of another version", good.replace("v1=", "v2=")),
  refuse("one character changed", flipped),
  refuse("cut short", good.slice(0, -1)),
  refuse("with padding", `${good}=`),
  refuse("of another secret", sign(otherSecret, canonicalOf(base))),
  refuse(
    "a plain hash in place of an HMAC",
    `v1=${createHash("sha256").update(canonicalOf(base)).digest("base64url")}`,
  ),
  refuse("in standard base64", `v1=${Buffer.from(good.slice(3), "base64url").toString("base64")}`),
  refuse("in hex", `v1=${Buffer.from(good.slice(3), "base64url").toString("hex")}`),
  refuse("of the canonical text with a line feed behind", sign(secret, `${canonicalOf(base)}\n`)),
  refuse("of the canonical text with carriage returns", sign(secret, canonicalOf(base).replaceAll("\n", "\r\n"))),
];

const list = (entries: readonly unknown[]) =>
  `[\n${entries.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n")}\n  ]`;
writeFileSync(
  new URL("../../interop/signing.json", import.meta.url),
  `{\n  "cases": ${list(cases)},\n  "differs": ${list(differs)},\n  "refused": ${list(refused)}\n}\n`,
);
