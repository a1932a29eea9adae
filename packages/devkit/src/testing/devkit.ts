import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Devkit, type DevkitOptions, startDevkit } from "../index.ts";

export const client = { clientId: "client:id", clientSecret: "s3cret/with+signs" };
export const callback = "http://localhost:3000/api/v1/social/x/callback";
export const cardAccount = { publishableKey: "pk_test", secretKey: "card-secret", webhookKey: "card-webhooks" };

/** Starts the stand-ins on a free port for one test file; `stop` removes their folder as well. */
export const startTestDevkit = async (options: Partial<DevkitOptions> = {}): Promise<Devkit> => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "tribe-devkit-")));
  const devkit = await startDevkit({
    port: 0,
    host: "127.0.0.1",
    rpcUrl: "http://127.0.0.1:1",
    appUrl: "http://localhost:3000",
    x: client,
    google: client,
    card: { ...cardAccount, webhookUrl: "http://127.0.0.1:1/" },
    ...options,
    dataDir,
  });
  return {
    ...devkit,
    stop: async () => {
      await devkit.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
