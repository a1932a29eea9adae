import type { RealtimeCaller } from "../../context/ports.ts";
import { maxConnections } from "../../http/limits/limits.ts";
import { localAllowance, networkOf } from "../../http/limits/network.ts";
import type { Config } from "../../settings/config.ts";

/** A browser's tabs share one WebSocket; where they can't, each tab has its own. */
const perSession = 50;
/** A school, or a carrier's customers, may share one address. */
const visitorsPerNetwork = maxConnections / 20;

/** How many WebSockets are open: of each session, and of the visitors of each network. */
export interface OpenSockets {
  /** Counts one more. @returns what ends its count when it has closed; null when there are too many */
  add(caller: Pick<RealtimeCaller, "sessionId">, ip: string): (() => void) | null;
}

/** Without it one network, or one session, could take all connections of the process. */
export const countOpenSockets = (config: Pick<Config, "mode">): OpenSockets => {
  const counts = new Map<string, number>();
  return {
    add: ({ sessionId }, ip) => {
      const network = networkOf(ip);
      const [key, limit] =
        sessionId === null ? [`network:${network}`, visitorsPerNetwork] : [`session:${sessionId}`, perSession];
      const open = counts.get(key) ?? 0;
      if (open >= limit * localAllowance(config, network)) return null;
      counts.set(key, open + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
};
