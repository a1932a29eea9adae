import { once } from "node:events";
import { connect } from "node:net";
import type { Tribe } from "../../support/product/tribe.ts";
import { frameOf, handshake } from "./frame-inputs.ts";
import type { Door } from "./input.ts";

const timeoutMs = 30_000;

export type Doors = Readonly<Record<Exclude<Door, "mail">, number>> & { readonly mail: number | null };

/**
 * The open ports of an installation. The port of its mail server is not public.
 * @param listening ports that its processes listen on, where the system reports them. @throws Error for an unknown port: a new
 * port must be added to this suite
 */
export const doorsOf = (tribe: Tribe, listening: readonly number[] | null): Doors => {
  const { appUrl, signerUrl, rpcUrl, rpcWebSocketUrl, localMode } = tribe.config();
  const port = (url: string | undefined) => Number(new URL(url ?? "").port);
  const known = {
    app: port(appUrl),
    signer: port(signerUrl),
    devkit: port(localMode?.mailUrl),
    rpc: port(rpcUrl),
    pubsub: port(rpcWebSocketUrl),
  };
  const [mail = null, ...others] = (listening ?? []).filter((each) => !Object.values(known).includes(each));
  if (others.length > 0) throw new Error(`the suite does not know of the ports ${others.join(", ")}`);
  return { ...known, mail };
};

/** Sends a valid request to every port. @throws Error that names a port without the right answer. */
export const expectAllAnswer = async (doors: Doors, token: string): Promise<void> => {
  await Promise.all([
    expectPage(doors.app, "/", '<div id="root"'),
    expectPage(doors.app, "/api/v1/config", '"programAddress"'),
    expectPage(doors.app, "/readyz", ""),
    expectPage(doors.signer, "/config.json", '"adminAddress"'),
    expectPage(doors.devkit, "/mail", "Mail"),
    expectPage(doors.rpc, "/", '"ok"', { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}' }),
    expectFrame(doors.pubsub, "/", '{"jsonrpc":"2.0","id":7,"method":"slotSubscribe"}', '"id":7'),
    ...(doors.mail === null ? [] : [expectWords(doors.mail, "", "220 ")]),
    expectFrame(doors.app, `/ws?token=${token}`, '{"type":"ping"}', '"pong"'),
  ]);
};

const expectPage = async (port: number, path: string, expected: string, init: RequestInit = {}): Promise<void> => {
  const response = await fetch(`http://localhost:${port}${path}`, {
    ...init,
    ...(init.body ? { headers: { "content-type": "application/json" } } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new Error(`port ${port} does not answer ${path}`, { cause });
  });
  const text = await response.text();
  if (!response.ok || !text.includes(expected)) throw new Error(`port ${port} answers ${path} with ${response.status}`);
};

const expectFrame = (port: number, target: string, message: string, expected: string): Promise<void> =>
  expectWords(
    port,
    Buffer.concat([handshake(target), frameOf({ opcode: 1, payload: Buffer.from(message) })]),
    expected,
  );

/** Sends bytes over a new connection and waits for a text in the answer. */
const expectWords = async (port: number, sent: Buffer | string, expected: string): Promise<void> => {
  const socket = connect({ port, host: "127.0.0.1", timeout: timeoutMs });
  let answer = "";
  const answered = new Promise<boolean>((resolve) => {
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
      if (answer.includes(expected)) resolve(true);
    });
    for (const event of ["error", "timeout", "close"]) socket.on(event, () => resolve(false));
  });
  await Promise.race([once(socket, "connect").catch(() => undefined), answered]);
  socket.write(sent);
  const isRight = await answered;
  socket.destroy();
  if (!isRight)
    throw new Error(`port ${port} does not answer as it should; it said ${JSON.stringify(answer.slice(0, 300))}`);
};
