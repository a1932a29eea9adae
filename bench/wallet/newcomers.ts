import { type Credentials, createApiClient, routes } from "@tribe/contract";
import { createMemoryAccountStore } from "../../apps/signer/src/testing/memory-account-store.ts";
import { ensureWallet } from "../../apps/signer/src/wallet/ensure-wallet.ts";

/** Messages from the server's process: whose mail arrived, or how many newcomers must sign up. */
type Message = { readonly to: string; readonly code: string } | { readonly count: number; readonly atOnce: number };

const [origin = ""] = process.argv.slice(2);
const waiting = new Map<string, (code: string) => void>();

/** One newcomer's browser: device, mailed code, session, and the wallet's frame. */
const signUp = async (): Promise<void> => {
  const email = `bench-${crypto.randomUUID()}@example.test`;
  const device = await createApiClient({ origin, credentials: () => null })(routes.identity.createDevice, {});
  let credentials: Credentials = device;
  const call = createApiClient({ origin, credentials: () => credentials });
  const mailed = new Promise<string>((resolve) => waiting.set(email, resolve));
  await call(routes.identity.startEmail, { body: { email } });
  const session = await call(routes.identity.verifyEmail, { body: { email, code: await mailed } });
  credentials = { ...device, session };
  const { walletToken } = await call(routes.wallet.walletToken, {});
  const api = createApiClient({ origin, credentials: () => null, walletToken: () => walletToken });
  await ensureWallet({ api, store: createMemoryAccountStore() });
};

const run = async (count: number, atOnce: number): Promise<void> => {
  let left = count;
  const one = async () => {
    while (left-- > 0) await signUp();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
};

process.on("message", (message: Message) => {
  if ("code" in message) {
    waiting.get(message.to)?.(message.code);
    waiting.delete(message.to);
    return;
  }
  run(message.count, message.atOnce).then(
    () => process.send?.(null),
    (error: unknown) => process.send?.(String(error)),
  );
});
