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
 * Signs for a caller that can't: calls are made in turn as several people. A person at the rate limit is skipped; one whose
 * session has ended (a call signed them out) is replaced.
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
      const isSigned = route?.caller === "device" || route?.caller === "session";
      const tell = async (tries: number): Promise<Answer> => {
        const place = turn++ % people.length;
        const answer = await pass(target, incoming, payload, isSigned ? (people[place] ?? null) : null);
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

const pass = async (
  target: string,
  { method = "GET", url = "/", headers }: IncomingMessage,
  payload: Buffer,
  who: Credentials | null,
): Promise<Answer> => {
  const { host: _host, connection: _connection, ...others } = headers;
  const signed = who ? await signatureOf(who, { method, url, payload }) : {};
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method, path: url, headers: { ...others, ...signed }, agent: false });
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

const signatureOf = async (
  { deviceId, deviceSecret, session }: Credentials,
  { method, url, payload }: { method: string; url: string; payload: Buffer },
): Promise<Record<string, string>> => {
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
