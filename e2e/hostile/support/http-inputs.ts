import { routes } from "@tribe/contract";
import { nastyBody } from "./nasty-bodies.ts";
import { bytes, chance, damaged, oneOf, type Random, times } from "./random-bytes.ts";

const methods = ["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH", "TRACE", "CONNECT"] as const;
const brokenMethods = ["", "get", "G\0T", "PRI", "GET ", "🔥", "M-SEARCH", "SOURCE", "X".repeat(5_000)] as const;
const versions = [
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/0.9",
  "HTTP/2.0",
  "HTTP/9.9",
  "HTTP/1.1 ",
  "ICE/1.0",
  "http/1.1",
  "",
] as const;
const lineEnds = ["\n", "\r", "\r\r\n", "\n\r", ""] as const;

const apiPaths = Object.values(routes)
  .flatMap((group) => Object.values(group))
  .map(({ path }) => `/api${path}`);
const ownPaths = [
  ...[
    "/",
    "/ws",
    "/ws?token=",
    "/healthz",
    "/readyz",
    "/img?u=YQ&s=YQ",
    "/img?u=%00",
    "/assets/",
    "/config.json",
    "/metadata/1",
  ],
  ...[
    "/mail",
    "/mail/api/messages?wait=0",
    "/mail/messages/x/html",
    "/x/i/oauth2/authorize?state=",
    "/x/2/users/me?user.fields=,,",
  ],
  ...[
    "/card",
    "/card/orders/x",
    "/card/orders/x/next?state=",
    "/x/profile_images/1_normal.png",
    "/health",
    "/api/webhooks/card",
  ],
  ...["/token/11111111111111111111111111111111", "/?q=%F0%9F%94%A5", "/devkit.css", ...apiPaths],
] as const;
const brokenTargets = [
  ...[
    "//",
    "///",
    "//:0",
    "//@",
    "/\\",
    "\\\\",
    "*",
    "",
    "?",
    "#",
    "%",
    "/%",
    "/%zz",
    "/%00",
    "/%ff%fe",
    "/..%2f..%2fetc/passwd",
  ],
  ...[
    "http://[",
    "http://[::bad/ws",
    "http://",
    "http://:99999/",
    "ws://[",
    "a://b",
    "://",
    "javascript:0",
    "/ws\0",
    "/ws?token=%",
  ],
  ...[
    "/ws?token=a&token=b",
    "/./../",
    "/;",
    "/a b",
    "/\u00ff\u00fe",
    "/?a[]=1&a[b]=2&__proto__[x]=1",
    "/api//",
    "/api/%2e%2e/",
  ],
] as const;

const target = (random: Random): string => {
  const kind = random.between(0, 9);
  if (kind < 4) return oneOf(random, ["/", ...ownPaths]);
  if (kind < 8) return oneOf(random, ["//", ...brokenTargets]);
  if (kind === 8) return `/${"a".repeat(random.between(1_000, 30_000))}`;
  return `/${bytes(random, random.between(1, 60))
    .toString("latin1")
    .replace(/[\r\n ]/g, "x")}`;
};

const oddHeaders = (random: Random): readonly [() => string, ...(() => string)[]] => [
  () => `Cookie: ${oneOf(random, ["tribe-session=%zz", "a=b; ; =; __proto__=1", "\u00ff=\u00fe", "a".repeat(4_000)])}`,
  () =>
    `Accept-Encoding: ${oneOf(random, ["br;q=nan", "*;q=0", ",,,;;;", "identity;q=0, br;q=1e99", "br".repeat(500)])}`,
  () => `Range: bytes=${oneOf(random, ["0-0,1-1,2-2", "-", "9-1", "0-99999999999999999999", "-0"])}`,
  () => `If-None-Match: ${oneOf(random, ['"', "*", "W/", "\u00ff"])}`,
  () => `If-Modified-Since: ${oneOf(random, ["never", "Thu, 99 Foo 9999 99:99:99 GMT"])}`,
  () =>
    `Content-Type: ${oneOf(random, ["", ";;;", "application/json; charset=\u00ff", "multipart/form-data", "a/b".repeat(99)])}`,
  () => `X-Forwarded-For: ${oneOf(random, ["::::", "1.2.3.4,".repeat(200), "\u00ff", "unknown"])}`,
  () =>
    `Authorization: ${oneOf(random, ["Bearer ", "Basic ////", `Basic ${Buffer.from("\u0000:%zz").toString("base64")}`, "\u00ff"])}`,
  () => `Access-Control-Request-Headers: ${oneOf(random, ["\u00ff\u00fe", "a\tb", ",".repeat(300)])}`,
  () => `Origin: ${oneOf(random, ["null", "http://[", "\u00ff", "file://"])}`,
  () => `Host: ${oneOf(random, ["", "[", "a:b:c", "localhost:99999", "127.0.0.1", "\u00ff", "@"])}`,
  () => `Expect: ${oneOf(random, ["100-continue", "200-ok", ""])}`,
  () => `Sec-Fetch-Dest: document`,
  () => `Connection: ${oneOf(random, ["close", "keep-alive, upgrade, close", "Upgrade", ",", "TE", "x".repeat(300)])}`,
  () => `Upgrade: ${oneOf(random, ["websocket", "h2c", "TLS/1.0, HTTP/1.1", "\u00ff", ""])}`,
  () => "No colon here",
  () => " folded: onto the line before",
  () => `\0: ${bytes(random, 10).toString("latin1")}`,
  () => `${"N".repeat(random.between(1, 20_000))}: v`,
  () => `v: ${"V".repeat(random.between(1, 20_000))}`,
  () => `x-${random.between(0, 99)}: ${bytes(random, random.between(0, 40)).toString("latin1")}`,
];

const oddHeader = (random: Random): string => oneOf(random, oddHeaders(random))();

interface Parts {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly headers?: readonly string[];
  readonly body?: Buffer | string;
  readonly lineEnd?: string;
}

/** A request's bytes. */
export const requestOf = ({
  method = "GET",
  version = "HTTP/1.1",
  headers = [],
  body = "",
  lineEnd = "\r\n",
  ...rest
}: Parts) =>
  Buffer.concat([
    Buffer.from(
      [`${method} ${rest.target ?? "/"} ${version}`, "Host: localhost", ...headers, "", ""].join(lineEnd),
      "latin1",
    ),
    Buffer.from(body),
  ]);

/** Only one part is malformed, so that the others are parsed. */
const requestLine = (random: Random): Buffer => {
  const right = { method: oneOf(random, methods), target: oneOf(random, ["/", ...ownPaths]) };
  return oneOf(random, [
    () => requestOf({ ...right, method: oneOf(random, brokenMethods) }),
    () => requestOf({ ...right, version: oneOf(random, versions) }),
    () => requestOf({ ...right, lineEnd: oneOf(random, lineEnds) }),
    () => requestOf({ ...right, target: target(random) }),
    () => requestOf({ method: "GET", target: target(random) }),
  ])();
};

const headers = (random: Random): Buffer =>
  requestOf({
    method: chance(random, 70) ? "GET" : oneOf(random, methods),
    target: oneOf(random, ["/", ...ownPaths]),
    headers: chance(random, 5)
      ? times(random.between(500, 3_000), (index) => `h${index}: ${index}`)
      : times(random.between(1, 3), () => oddHeader(random)),
  });

const lengths = (random: Random): Buffer => {
  const body = nastyBody(random);
  const length = (): string =>
    oneOf(random, [
      "-1",
      "0",
      "1",
      "1e3",
      "0x10",
      "+5",
      "99999999999999999999",
      " ",
      "5, 5",
      "\u00ff",
      `${body.length}`,
      `${body.length + 99}`,
    ]);
  return requestOf({
    method: oneOf(random, ["POST", "PUT", "PATCH", "GET", "OPTIONS"]),
    target: oneOf(random, ["/", ...ownPaths]),
    headers: ["Content-Type: application/json", ...times(random.between(1, 2), () => `Content-Length: ${length()}`)],
    body,
  });
};

const chunked = (random: Random): Buffer => {
  const size = (data: Buffer): string =>
    chance(random, 60)
      ? data.length.toString(16)
      : oneOf(random, [
          "-1",
          "g",
          "",
          "0x5",
          "FFFFFFFFFFFFFFFFF",
          "7fffffffffffffff",
          " 5",
          "5;",
          "5\0",
          `5;${"e".repeat(9_000)}`,
        ]);
  const chunks = times(random.between(0, 6), () => {
    const data = bytes(random, random.between(0, 300));
    return Buffer.concat([
      Buffer.from(`${size(data)}${oneOf(random, ["\r\n", "\r\n", "\n", ""])}`, "latin1"),
      data,
      Buffer.from("\r\n"),
    ]);
  });
  const last = oneOf(random, [
    "0\r\n\r\n",
    "0\r\nTrailer: x\r\n\r\n",
    "0\r\nContent-Length: 9\r\n\r\n",
    "0\n\n",
    "",
    "00000\r\n\r\n",
  ]);
  const encoding = oneOf(random, [
    "chunked",
    "chunked",
    "gzip, chunked",
    "chunked, gzip",
    "Chunked",
    "identity",
    "chunked\r\nTransfer-Encoding: x",
  ]);
  return requestOf({
    method: oneOf(random, ["POST", "PUT", "GET"]),
    target: oneOf(random, ["/", ...ownPaths]),
    headers: [
      "Content-Type: application/json",
      `Transfer-Encoding: ${encoding}`,
      ...(chance(random, 25) ? ["Content-Length: 5"] : []),
    ],
    body: Buffer.concat([...chunks, Buffer.from(last)]),
  });
};

const bodies = (random: Random): Buffer => {
  const body = nastyBody(random);
  const type = oneOf(random, [
    "application/json",
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "a/\u00ff",
  ]);
  return requestOf({
    method: "POST",
    target: oneOf(random, ["/", "/", ...ownPaths]),
    headers: [`Content-Type: ${type}`, `Content-Length: ${body.length}`],
    body,
  });
};

const upgrades = (random: Random): Buffer =>
  requestOf({
    method: chance(random, 85) ? "GET" : oneOf(random, methods),
    target: chance(random, 40) ? oneOf(random, ["/ws", "/ws?token=x", "/"]) : target(random),
    headers: [
      `Connection: ${oneOf(random, ["Upgrade", "keep-alive, Upgrade", "close, upgrade"])}`,
      `Upgrade: ${oneOf(random, ["websocket", "websocket", "WebSocket, h2c", "h2c", "\u00ff"])}`,
      `Sec-WebSocket-Version: ${oneOf(random, ["13", "13", "8", "0", "-1", "13, 8"])}`,
      `Sec-WebSocket-Key: ${oneOf(random, ["AAAAAAAAAAAAAAAAAAAAAA==", "AA==", "", "\u00ff", "A".repeat(9_000)])}`,
      ...(chance(random, 40) ? [`Sec-WebSocket-Extensions: ${oneOf(random, extensions)}`] : []),
      ...(chance(random, 30) ? [`Sec-WebSocket-Protocol: ${oneOf(random, ["a,a", ",", "\u00ff", "chat"])}`] : []),
      ...(chance(random, 30) ? [oddHeader(random)] : []),
    ],
    body: chance(random, 50) ? bytes(random, random.between(1, 2_000)) : "",
  });

/** Offers of compression, malformed ones among them. */
export const extensions = [
  "permessage-deflate",
  "permessage-deflate; client_max_window_bits; server_max_window_bits=8",
  "permessage-deflate; server_max_window_bits=99",
  "permessage-deflate; a; a; a=; =",
  ";;,,==",
  `permessage-deflate${"; x".repeat(2_000)}`,
] as const;

/** The first bytes of other protocols, and random bytes. */
const foreign = (random: Random): Buffer =>
  oneOf(random, [
    () => Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", "latin1"),
    () => Buffer.concat([Buffer.from("16030100c8010000c40303", "hex"), bytes(random, 180)]),
    () => Buffer.from("EHLO [\r\nMAIL FROM:<>\r\nRCPT TO:<\u00ff@\0>\r\nDATA\r\n.\r\nQUIT\r\n", "latin1"),
    () => Buffer.from("\x05\x01\0\x04\x01\0\x50", "latin1"),
    () => Buffer.from("\0\0\0\x08\x04\xd2\x16\x2f", "latin1"),
    () => Buffer.from("PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\nGET / HTTP/1.1\r\n\r\n"),
    () => bytes(random, random.between(1, 4_000)),
  ])();

const single = [requestLine, headers, lengths, chunked, bodies, upgrades, foreign] as const;

const pipelined = (random: Random): Buffer =>
  Buffer.concat(
    times(random.between(2, 40), () =>
      chance(random, 85) ? requestOf({ target: oneOf(random, ["/", ...ownPaths]) }) : oneOf(random, single)(random),
    ),
  );

/** Kinds of hostile bytes for a port that speaks HTTP. */
export const httpKinds = {
  requestLine,
  headers,
  lengths,
  chunked,
  bodies,
  upgrades,
  foreign,
  pipelined,
  damaged: (random: Random) => damaged(random, oneOf(random, single)(random).toString("latin1")),
} as const;
