import { fork } from "node:child_process";
import { once } from "node:events";
import { appId, createApiClient, newNonce, routes, signingHeaders, signRequest } from "@tribe/contract";
import type { MailMessage } from "../apps/server/src/engines/mail/port.ts";
import { verifyCaller } from "../apps/server/src/http/request/verify.ts";
import { startTestApp, type TestApp, type TestDevice } from "../apps/server/src/testing/start-test-app.ts";
import { signBytes } from "../apps/signer/src/keys/ed25519.ts";
import { createMemoryAccountStore } from "../apps/signer/src/testing/memory-account-store.ts";
import { buyMessage } from "../apps/signer/src/testing/messages.ts";
import { ensureWallet, unlockKey } from "../apps/signer/src/wallet/ensure-wallet.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

const people = 10;
const signaturesEach = 10;
const signedCalls = 2_500;
const newcomers = 200;
const warming = 400;
/** Enough newcomers in parallel to keep both cores busy while some wait for the disk. */
const newcomersAtOnce = 16;

/** The inbox for all mails. */
interface Mailbox {
  readonly mails: MailMessage[];
  /** Called for each mail at once. */
  hear?: ((mail: MailMessage) => void) | undefined;
}

/** Signs up by a mailed code; waits only for its own mail, not until all mails are sent. */
const signUp = async (server: TestApp, { mails }: Mailbox): Promise<TestDevice> => {
  const email = `bench-${crypto.randomUUID()}@example.test`;
  const device = await server.newDevice();
  await device.call(routes.identity.startEmail, { body: { email } });
  let code: string | undefined;
  while (!code) {
    code = mails.find(({ to }) => to === email)?.text.match(/^[0-9]{6}$/m)?.[0];
    if (!code) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const session = await device.call(routes.identity.verifyEmail, { body: { email, code } });
  device.credentials = { ...device.credentials, session };
  return device;
};

/** One newcomer's frame on the real wallet routes, with every call counted. */
const newFrame = async (server: TestApp, mailbox: Mailbox) => {
  const person = await signUp(server, mailbox);
  const { walletToken } = await person.call(routes.wallet.walletToken, {});
  const call = createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => walletToken });
  const counter = { calls: 0 };
  const api: typeof call = (route, input) => {
    counter.calls += 1;
    return call(route, input);
  };
  return { api, store: createMemoryAccountStore(), counter };
};

/**
 * On the server: verifies this many signed calls one after another, as the HTTP layer does first.
 * @returns ms each: `whole` with the caller's session read from the database, as any call of a signed-in person needs it;
 * `overhead` the additional time for the signature, with the session already loaded
 */
const timeSignedCalls = async (server: TestApp, mailbox: Mailbox, count: number) => {
  const { credentials } = await signUp(server, mailbox);
  const { session, deviceId } = credentials;
  if (!session) throw new Error("the person is signed in");
  const route = routes.identity.updateUser;
  const body = Buffer.from(JSON.stringify({ bio: "x".repeat(200) }));
  const requests: Parameters<typeof verifyCaller>[2][] = [];
  for (let index = 0; index < count; index++) {
    const [timestamp, nonce] = [Date.now(), newNonce()];
    const path = `/api${route.path}`;
    const { method } = route;
    const parts = { accessToken: session.accessToken, timestamp, nonce, method, path, query: [] };
    const headers = {
      [signingHeaders.appId]: appId,
      [signingHeaders.accessToken]: session.accessToken,
      [signingHeaders.deviceId]: deviceId,
      [signingHeaders.sessionId]: session.sessionId,
      [signingHeaders.timestamp]: String(timestamp),
      [signingHeaders.nonce]: nonce,
      [signingHeaders.signature]: await signRequest(session.sessionSecret, {
        ...parts,
        payload: Uint8Array.from(body),
      }),
    };
    // All fields of a request that the verification reads.
    requests.push({ headers, body, raw: { url: path } } as unknown as (typeof requests)[number]);
  }
  const time = async (ctx: TestApp["ctx"]): Promise<number[]> => {
    const times: number[] = [];
    for (const request of requests) {
      const from = performance.now();
      await verifyCaller(ctx, route, request);
      times.push(performance.now() - from);
    }
    // Drops the first ones, which prepare statements and warm up the code.
    return times.slice(count / 5);
  };
  const { callers } = server.ctx.ports;
  const known = await callers.session(session.sessionId);
  const atHand = { ...server.ctx, ports: { ...server.ctx.ports, callers: { ...callers, session: async () => known } } };
  return { whole: await time(server.ctx), overhead: await time(atHand) };
};

/**
 * This many newcomers, a few in parallel: device, mailed code, session, wallet. Their browsers run in a separate process
 * (`bench/wallet/newcomers.ts`), so that their work does not count as the server's, but it uses the same cores.
 * @returns sign-ups per second, and the processor time per sign-up of this process, which then runs only the server
 */
const signUps = async (server: TestApp, mailbox: Mailbox, count: number, atOnce: number) => {
  const newcomers = fork(new URL("./wallet/newcomers.ts", import.meta.url), [server.origin]);
  mailbox.hear = ({ to, text }) => {
    const code = text.match(/^[0-9]{6}$/m)?.[0];
    if (code) newcomers.send({ to, code });
  };
  try {
    const run = async (order: { readonly count: number; readonly atOnce: number }) => {
      const done = once(newcomers, "message");
      newcomers.send(order);
      const [failed] = await Promise.race([
        done,
        once(newcomers, "exit").then(() => Promise.reject(new Error("the newcomers' process ended"))),
      ]);
      if (failed !== null) throw new Error(`a newcomer did not get in: ${String(failed)}`);
    };
    // Node optimizes hot code only after some hundreds of sign-ups: from then on it is like a long-running server.
    await run({ count: warming, atOnce });
    const [from, before] = [performance.now(), process.cpuUsage()];
    await run({ count, atOnce });
    const { user, system } = process.cpuUsage(before);
    return { perSecond: (count * 1_000) / (performance.now() - from), cpuMs: (user + system) / 1_000 / count };
  } finally {
    mailbox.hear = undefined;
    newcomers.kill();
  }
};

/**
 * The wallet's own time without the person's: creation (split, stored, read back, proven, confirmed), and one signature (share
 * loaded, key combined and proven, signed). Real routes on a real PostgreSQL; the browser's storage is in memory.
 */
export const run = async (): Promise<Suite> => {
  const mailbox: Mailbox = { mails: [] };
  const send = async (mail: MailMessage) => {
    mailbox.mails.push(mail);
    mailbox.hear?.(mail);
  };
  const server = await startTestApp({ mail: { send, close: () => undefined } });
  try {
    const creating: number[] = [];
    const signing: number[] = [];
    const unlocking: number[] = [];
    const calls = { create: 0, sign: 0 };
    for (let index = 0; index < people; index++) {
      const frame = await newFrame(server, mailbox);
      const began = performance.now();
      const address = await ensureWallet(frame);
      creating.push(performance.now() - began);
      calls.create = frame.counter.calls;
      const message = await buyMessage(address);
      for (let each = 0; each < signaturesEach; each++) {
        const before = frame.counter.calls;
        const from = performance.now();
        await signBytes(await unlockKey(frame), message);
        signing.push(performance.now() - from);
        // The first signature of a frame includes the unlocking.
        if (each === 0) unlocking.push(performance.now() - from);
        calls.sign = frame.counter.calls - before;
      }
    }
    const proving = await timeSignedCalls(server, mailbox, signedCalls);
    const { perSecond, cpuMs } = await signUps(server, mailbox, newcomers, newcomersAtOnce);
    const row = (name: string, value: number, unit: string, bar: number | null = null): Row => ({
      name,
      value: Math.round(value * 1_000) / 1_000,
      unit,
      bar,
      better: "lower",
    });
    return {
      suite: "wallet",
      rows: [
        row("create.p50", percentile(creating, 0.5), "ms"),
        row("create.p99", percentile(creating, 0.99), "ms"),
        row("create.api_calls", calls.create, "calls"),
        row("sign.p50", percentile(signing, 0.5), "ms"),
        row("sign.p95", percentile(signing, 0.95), "ms", 25),
        row("sign.p99", percentile(signing, 0.99), "ms"),
        row("cold_unlock.p95", percentile(unlocking, 0.95), "ms", 500),
        row("signed_request.p50", percentile(proving.whole, 0.5), "ms"),
        row("signed_request.p99", percentile(proving.whole, 0.99), "ms"),
        row("signed_request.overhead.p50", percentile(proving.overhead, 0.5), "ms"),
        row("signed_request.overhead.p99", percentile(proving.overhead, 0.99), "ms", 0.3),
        { ...row("sign_ups_per_second", perSecond, "1/s", 50), better: "higher" },
        row("sign_up.server_cpu", cpuMs, "ms"),
        row("sign.api_calls", calls.sign, "calls"),
      ],
    };
  } finally {
    await server.stop();
  }
};
