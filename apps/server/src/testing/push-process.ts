import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "@tribe/contract";
import { connectChain } from "../engines/chain/connect.ts";
import { openFolder } from "../engines/files/folder.ts";
import { startJobRunner } from "../engines/jobs/graphile.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";
import { openVapidKeys } from "../engines/push/vapid-keys.ts";
import { openWebPush } from "../engines/push/web-push.ts";
import { fanOutJob, noticePlanner, pushJob } from "../modules/notifications/index.ts";
import { buildServer } from "../start/build-server.ts";
import { createLogger } from "../start/logger.ts";
import { testConfig } from "./start-test-app.ts";

// A separate process that plans and pushes until it is killed: `push-process.ts DATABASE_URL FOLDER PUSH_ORIGIN`. A role as
// operators start it refuses a push service on this machine.

const [databaseUrl, folder, pushOrigin] = process.argv.slice(2);
if (!databaseUrl || !folder || !pushOrigin) throw new Error("names a database, a folder and a push service");

const dataDir = await mkdtemp(join(folder, "process-"));
const log = createLogger("error");
const { ctx } = await buildServer({
  config: { ...testConfig(dataDir, "http://localhost:9"), roles: new Set(["worker"]) },
  ...{ log, databaseUrl, webFolder: null },
  keys: await openFileKeys(dataDir),
  chain: connectChain({
    rpcUrl: "http://127.0.0.1:9",
    programAddress: "11111111111111111111111111111111" as Address, // never called
    isEmbedded: false,
  }),
  mail: { send: async () => undefined, close: () => undefined },
  push: openWebPush({
    vapid: await openVapidKeys(folder, "mailto:tests@example.test"),
    ...{ trustedOrigin: pushOrigin, log },
  }),
  files: await openFolder(join(dataDir, "files")),
});
await noticePlanner.start(ctx);
await startJobRunner(ctx, [fanOutJob, pushJob]);
