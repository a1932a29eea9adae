import type { QueryClient } from "@tanstack/react-query";
import { type ApiCall, quietly } from "@tribe/contract";
import { access, followOtherTabs } from "../shared/api/access.ts";
import { createApi, provideApi } from "../shared/api/api.ts";
import { createQueryClient, provideQueryClient } from "../shared/api/query-client.ts";
import { rotationEnd } from "../shared/api/rotation.ts";
import { createPageLog, providePageLog } from "../shared/page-log/page-log.ts";
import { createRealtime, provideRealtime, type Realtime } from "../shared/realtime/connection.ts";
import { applyTheme } from "../shared/state/theme.ts";
import { serverClock } from "../shared/time/server-time.ts";

/** The parts of the page besides its components. */
export interface Parts {
  readonly api: ApiCall;
  readonly queryClient: QueryClient;
  readonly realtime: Realtime;
}

/**
 * Creates and provides every part of the page that works by itself, once: no module creates anything when it is loaded
 * (app/import-without-effect.test.ts). Parts that only some pages need are created on demand (load-transactions.ts).
 */
export const build = (): Parts => {
  applyTheme();
  followOtherTabs();
  const api = createApi({ origin: location.origin, access, rotationEnd, clock: serverClock });
  provideApi(api);
  const log = createPageLog(quietly(api));
  providePageLog(log);
  const queryClient = createQueryClient();
  provideQueryClient(queryClient);
  const realtime = createRealtime({ api, access });
  provideRealtime(realtime);
  return { api, queryClient, realtime };
};
