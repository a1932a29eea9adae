import { randomUUID } from "node:crypto";
import type { Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { createOutageLog } from "../../context/outage-log.ts";
import type { Connection } from "./connection.ts";
import { removeVisiblePages, renewVisiblePages, storeVisiblePages } from "./store/visible-pages.ts";

/** How often the rows are renewed. */
const beatMs = 30_000;

/** Which pages the people of this process's connections look at. */
export interface VisiblePages {
  /** Replaces the pages that are looked at on a connection. */
  shown(connection: Connection, uid: Uid, routes: readonly string[]): void;
  closed(connection: Connection): void;
  stop(): Promise<void>;
}

/** Keeps the table of visible pages in step with what the pages report; a connection's last report counts. */
export const startVisiblePages = (ctx: Pick<AppContext, "db" | "log">): VisiblePages => {
  const node = randomUUID();
  const ids = new Map<Connection, string>();
  const waiting = new Map<string, { readonly uid: Uid; readonly routes: readonly string[] } | null>();
  const unwritten = createOutageLog("what people look at could not be written down");
  const unkept = createOutageLog("what people look at could not be kept");
  let running: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    while (waiting.size > 0) {
      const some = [...waiting];
      waiting.clear();
      const gone = some.flatMap(([connection, shown]) => (shown ? [] : [connection]));
      const rows = some.flatMap(([connection, shown]) => (shown ? [{ connection, ...shown }] : []));
      await ctx.db
        .transaction((tx) => storeVisiblePages(tx, node, { shown: rows, gone }))
        .then(unwritten.recovered, (error: unknown) => unwritten.report(ctx.log, error));
    }
    running = null;
  };
  const put = (id: string, shown: { readonly uid: Uid; readonly routes: readonly string[] } | null): void => {
    waiting.set(id, shown);
    running ??= write();
  };
  const beat = setInterval(() => {
    renewVisiblePages(ctx.db, node).then(unkept.recovered, (error: unknown) => unkept.report(ctx.log, error));
  }, beatMs);
  beat.unref();
  return {
    shown: (connection, uid, routes) => {
      const known = ids.get(connection);
      if (!known && routes.length === 0) return;
      const id = known ?? randomUUID();
      ids.set(connection, id);
      put(id, routes.length > 0 ? { uid, routes } : null);
    },
    closed: (connection) => {
      const id = ids.get(connection);
      ids.delete(connection);
      if (id) put(id, null);
    },
    stop: async () => {
      clearInterval(beat);
      await running;
      await removeVisiblePages(ctx.db, node);
    },
  };
};
