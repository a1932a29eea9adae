import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { appId, type Credentials, newNonce, type Route, routes, signingHeaders, signRequest } from "@tribe/contract";

const limited = 429;
const refused = 401;

/** A server that forwards calls, signed where the API requires it. */
export interface SigningProxy {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Signs for a caller that can't: calls are made in turn as several people, the wallet's with the token that its frame has. A
 * person at the rate limit is skipped; one whose session has ended (a call signed them out) is replaced.
 */
export const startSigningProxy = async (
  target: string,
  people: Credentials[],
  newPerson: () => Promise<Credentials>,
): Promise<SigningProxy> => {
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    try {
      const payload = await bodyOf(incoming);
      const route = routeOf(incoming);
      const isSigned = route !== undefined && route.caller !== "public";
      const tell = async (tries: number): Promise<Answer> => {
        const place = turn++ % people.length;
        const who = isSigned ? people[place] : undefined;
        const proof =
          who &&
          (route?.caller === "wallet" ? await walletProof(target, who) : await signatureOf(who, incoming, payload));
        const answer = await pass(target, incoming, payload, proof ?? {});
        const hasEnded = answer.status === refused && tries === 0;
        if (!isSigned || tries > people.length || !(hasEnded || answer.status === limited)) return answer;
        if (hasEnded) people[place] = await newPerson();
        return tell(tries + 1);
      };
      const answer = await tell(0);
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const all: readonly Route[] = Object.values(routes).flatMap((group) => Object.values(group) as readonly Route[]); // all are

const routeOf = ({ method, url }: IncomingMessage): Route | undefined =>
  all.find((route) => route.method === method && `/api${route.path}` === url?.split("?")[0]);

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts);
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

type Headers = Readonly<Record<string, string>>;
type Call = Pick<IncomingMessage, "method" | "url" | "headers">;

const pass = (
  target: string,
  { method = "GET", url = "/", headers }: Call,
  payload: Buffer,
  proof: Headers,
): Promise<Answer> => {
  const { host: _host, connection: _connection, ...others } = headers;
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method, path: url, headers: { ...others, ...proof }, agent: false });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const { "transfer-encoding": _encoding, ...rest } = response.headers;
      bodyOf(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: rest, body }),
        (error) => reject(error),
      );
    });
    outgoing.end(payload);
  });
};

const walletTokens = new WeakMap<Credentials, { readonly walletToken: string; readonly expiresAt: number }>();

/** The token that a person's wallet calls with. Without one the call is refused, and another person makes it. */
const walletProof = async (target: string, who: Credentials): Promise<Headers> => {
  const known = walletTokens.get(who);
  if (known && known.expiresAt > Date.now() + 60_000) return { authorization: `Bearer ${known.walletToken}` };
  const { method, path, answer } = routes.wallet.walletToken;
  const call = { method, url: `/api${path}`, headers: {} };
  const none = Buffer.alloc(0);
  const { status, body } = await pass(target, call, none, await signatureOf(who, call, none));
  if (status !== 200) return {};
  const given = answer.parse(JSON.parse(body.toString()));
  walletTokens.set(who, given);
  return { authorization: `Bearer ${given.walletToken}` };
};

const signatureOf = async (
  { deviceId, deviceSecret, session }: Credentials,
  { method = "GET", url = "/" }: Pick<IncomingMessage, "method" | "url">,
  payload: Buffer,
): Promise<Headers> => {
  const { pathname, searchParams } = new URL(url, "http://local");
  const accessToken = session?.accessToken ?? "";
  const [timestamp, nonce] = [Date.now(), newNonce()];
  const parts = { accessToken, timestamp, nonce, method, path: pathname, query: searchParams };
  return {
    [signingHeaders.appId]: appId,
    [signingHeaders.accessToken]: accessToken,
    [signingHeaders.deviceId]: deviceId,
    [signingHeaders.sessionId]: session?.sessionId ?? "",
    [signingHeaders.timestamp]: String(timestamp),
    [signingHeaders.nonce]: nonce,
    [signingHeaders.signature]: await signRequest(session?.sessionSecret ?? deviceSecret, {
      ...parts,
      payload: new Uint8Array(payload),
    }),
  };
};
