import type pg from "pg";
import { Gauge, type Registry } from "prom-client";

/** Tells the sizes of connection pools, by their names, at each scrape. */
export const watchPools = (registry: Registry, pools: Readonly<Record<string, pg.Pool>>): void => {
  const registers = [registry];
  const each = Object.entries(pools);
  new Gauge({
    name: "tribe_database_pool_connections",
    help: "Open connections to PostgreSQL",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of each) {
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "busy" }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: "tribe_database_pool_limit",
    help: "Connections that the pool may open",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { options }] of each) this.set({ pool }, options.max);
    },
  });
  new Gauge({
    name: "tribe_database_pool_waiting",
    help: "Calls that wait for a connection",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of each) this.set({ pool }, waitingCount);
    },
  });
};
