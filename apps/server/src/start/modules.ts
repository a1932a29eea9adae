import type { AppContext, Worker } from "../context.ts";
import type { Database } from "../db/client.ts";
import type { JobDefinition } from "../engines/jobs/port.ts";
import type { Registration } from "../http/app.ts";
import type { RouteImplementation } from "../http/implement.ts";
import { chatImplementations } from "../modules/chat/index.ts";
import { createCodeSignIn } from "../modules/identity/auth.ts";
import { identityImplementations } from "../modules/identity/routes.ts";
import { indexerWorker, marketImplementations } from "../modules/market/index.ts";
import { systemImplementations } from "../modules/system/routes.ts";

/** Everything the modules bring. */
export interface AllModules {
  readonly implementations: readonly RouteImplementation[];
  readonly registrations: readonly Registration[];
  readonly workers: readonly Worker[];
  readonly jobs: readonly JobDefinition[];
}

/** Collects the modules: a new one is added here and nowhere else. */
export const collectModules = (ctx: AppContext, sideDb: Database): AllModules => {
  const { keys, mail, config } = ctx;
  const codes = createCodeSignIn({ db: sideDb, keys, mail, appUrl: config.appUrl });
  return {
    implementations: [
      ...systemImplementations,
      ...identityImplementations(codes),
      ...marketImplementations,
      ...chatImplementations,
    ],
    registrations: [],
    workers: [indexerWorker],
    jobs: [],
  };
};
