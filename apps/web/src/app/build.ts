import type { QueryClient } from "@tanstack/react-query";
import { type ApiCall, quietly } from "@tribe/contract";
import { access, followOtherTabs } from "../shared/api/access.ts";
import { createApi, provideApi } from "../shared/api/api.ts";
import { createQueryClient, provideQueryClient } from "../shared/api/query-client.ts";
import { rotationEnd } from "../shared/api/rotation.ts";
import { createPageLog, providePageLog } from "../shared/page-log/page-log.ts";
import { createRealtime, provideRealtime, type Realtime } from "../shared/realtime/connection.ts";
import type { OpenWebSocket } from "../shared/realtime/socket.ts";
import { applyTheme } from "../shared/state/theme.ts";
import { serverClock } from "../shared/time/server-time.ts";
import type { HistoryWindow } from "./dialogs/dialog-history.ts";

/** What the page talks to outside itself. The tests of screens give their own (apps/web/screens). */
export interface PageOptions {
  /** Origin of the server; the page's own by default. */
  readonly origin?: string;
  /** The window whose address and history the router follows; the page's own by default. */
  readonly history?: HistoryWindow;
  /** How calls and frames leave the page; the browser's `fetch` and `WebSocket` by default. */
  readonly transport?: Transport;
}

export interface Transport {
  readonly fetch: typeof fetch;
  readonly openWebSocket: OpenWebSocket;
}

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
export const build = ({ origin = location.origin, transport }: PageOptions = {}): Parts => {
  applyTheme();
  followOtherTabs();
  const api = createApi({
    origin,
    access,
    rotationEnd,
    clock: serverClock,
    ...(transport && { fetch: transport.fetch }),
  });
  provideApi(api);
  const log = createPageLog(quietly(api));
  providePageLog(log);
  const queryClient = createQueryClient();
  provideQueryClient(queryClient);
  const realtime = createRealtime({ api, access, ...(transport && { openWebSocket: transport.openWebSocket }) });
  provideRealtime(realtime);
  return { api, queryClient, realtime };
};
