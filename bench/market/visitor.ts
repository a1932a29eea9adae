import { type ApiCall, type Credentials, createApiClient, routes } from "@tribe/contract";

/** A client with its own device whose calls are timed, from the request's first byte to the answer's last. */
export interface Visitor {
  readonly api: ApiCall;
  /** How long the last call took, ms. */
  lastMs(): number;
  /** Continues as another device, signed out: the limit is 600 calls per device and minute. */
  renew(): Promise<void>;
  /** Signs in by a mailed code. @returns credentials for another visitor of the same person */
  signIn(email: string): Promise<Credentials>;
}

/** Creates a visitor of a running server, with a new device or with these credentials. */
export const newVisitor = async (appUrl: string, known: Credentials | null = null): Promise<Visitor> => {
  let took = 0;
  let credentials: Credentials | null = known;
  const api: ApiCall = createApiClient({
    origin: appUrl,
    credentials: () => credentials,
    fetch: async (input, init) => {
      const began = performance.now();
      const response = await fetch(input, init);
      const body = await response.arrayBuffer();
      took = performance.now() - began;
      return new Response(body, { status: response.status, headers: response.headers });
    },
  });
  const renew = async () => {
    credentials = null;
    credentials = await api(routes.identity.createDevice, {});
  };
  if (!known) await renew();
  return {
    api,
    renew,
    lastMs: () => took,
    signIn: async (email) => {
      await api(routes.identity.startEmail, { body: { email } });
      const { localMode } = await api(routes.system.config, {});
      const code = await mailedCode(localMode?.mailUrl ?? "", email);
      const session = await api(routes.identity.verifyEmail, { body: { email, code } });
      if (!credentials) throw new Error("a visitor without a device");
      credentials = { ...credentials, session };
      return credentials;
    },
  };
};

/** The code in the stand-in's inbox. @throws Error when none came. */
const mailedCode = async (mailUrl: string, to: string): Promise<string> => {
  const response = await fetch(`${mailUrl}/api/messages?${new URLSearchParams({ to, after: "0", wait: "20" })}`);
  // Our own inbox.
  const { messages } = (await response.json()) as { messages: { code: string | null }[] };
  const code = messages[0]?.code;
  if (!code) throw new Error(`no code came to ${to}`);
  return code;
};

/** A small random generator for each visitor, so that every run makes the same calls. */
export const drawer = (seed: number) => {
  let state = seed + 1;
  return <T>(of: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const drawn = of[Math.floor((state / 2 ** 32) * of.length)];
    if (drawn === undefined) throw new RangeError("nothing to draw from");
    return drawn;
  };
};
