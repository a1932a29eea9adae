import { createApiClient, routes } from "@tribe/contract";
import { startTestApp, type TestApp } from "../apps/server/src/testing/start-test-app.ts";
import { signBytes } from "../apps/signer/src/keys/ed25519.ts";
import { createMemoryAccountStore } from "../apps/signer/src/testing/memory-account-store.ts";
import { buyMessage } from "../apps/signer/src/testing/messages.ts";
import { ensureWallet, unlockKey } from "../apps/signer/src/wallet/ensure-wallet.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

const people = 10;
const signaturesEach = 5;

/** One newcomer's frame on the real wallet routes, with every call counted. */
const newFrame = async (server: TestApp) => {
  const person = await server.newPerson();
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
 * What the wallet costs without the person: making it (split, stored, read back, proven, confirmed), and one signature
 * (share fetched, key rebuilt and proven, signed). Real routes on a real PostgreSQL; storage of the browser in memory.
 */
export const run = async (): Promise<Suite> => {
  const server = await startTestApp();
  try {
    const creating: number[] = [];
    const signing: number[] = [];
    const calls = { create: 0, sign: 0 };
    for (let index = 0; index < people; index++) {
      const frame = await newFrame(server);
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
        calls.sign = frame.counter.calls - before;
      }
    }
    const row = (name: string, value: number, unit: string): Row => ({
      name,
      value: Math.round(value * 10) / 10,
      unit,
      bar: null,
      better: "lower",
    });
    return {
      suite: "wallet",
      rows: [
        row("create.p50", percentile(creating, 0.5), "ms"),
        row("create.p99", percentile(creating, 0.99), "ms"),
        row("create.api_calls", calls.create, "calls"),
        row("sign.p50", percentile(signing, 0.5), "ms"),
        row("sign.p99", percentile(signing, 0.99), "ms"),
        row("sign.api_calls", calls.sign, "calls"),
      ],
    };
  } finally {
    await server.stop();
  }
};
