import { Counter, Gauge, type Registry } from "prom-client";

/** A current value, or a count since the start, that is in memory and read at each scrape. */
export interface Metric {
  /** Prometheus name: `tribe_…`, with its unit; `_total` for counters. */
  readonly name: string;
  readonly help: string;
  /** Null while there is none. */
  readonly value: () => number | null;
}

/** Adds such metrics to a registry, in the place of those of before with their names. */
export const readMetrics = (registry: Registry, metrics: readonly Metric[]): void => {
  const registers = [registry];
  for (const { name, help, value } of metrics) {
    registry.removeSingleMetric(name);
    if (name.endsWith("_total"))
      new Counter({
        ...{ name, help, registers },
        collect() {
          this.reset();
          this.inc(value() ?? 0);
        },
      });
    else
      new Gauge({
        ...{ name, help, registers },
        collect() {
          const now = value();
          if (now === null) this.remove();
          else this.set(now);
        },
      });
  }
};
