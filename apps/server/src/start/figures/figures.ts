import { Counter, Gauge, type Registry } from "prom-client";

/** The gauges of what only queries tell. They have no value before the first one, and none after a failed one. */
export type Figures = ReturnType<typeof createFigures>;

/** Creates them; only the process that gathers them has them. */
export const createFigures = (registry: Registry) => {
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) => {
    const created = new Gauge({ name, help, labelNames, registers });
    // Without labels there would be a zero, which says something.
    if (labelNames.length === 0) created.remove();
    return created;
  };
  return {
    failures: new Counter({
      name: "tribe_figures_failures_total",
      help: "Times that figures could not be gathered",
      labelNames: ["figures"],
      registers,
    }),
    gatheredAt: gauge("tribe_figures_timestamp_seconds", "When figures were gathered last", ["figures"]),
    jobsWaiting: gauge("tribe_jobs_waiting", "Jobs that are due and not running", ["job"]),
    jobsOldest: gauge("tribe_jobs_oldest_seconds", "How long the oldest of them has been due", ["job"]),
    jobsGivenUp: gauge("tribe_jobs_given_up", "Jobs that failed too often and are not tried again", ["job"]),
    outboxRows: gauge("tribe_outbox_rows", "Events that the outbox keeps, as PostgreSQL estimates"),
    noticesLag: gauge("tribe_notices_lag_seconds", "Age of the oldest event that the planner of notices has not read"),
    tickets: gauge("tribe_tickets_open", "Transactions that are signed and on their way", ["kind"]),
    ticketsOldest: gauge("tribe_tickets_oldest_seconds", "How long the oldest of them has been on its way", ["kind"]),
    slotsBehind: gauge(
      "tribe_indexer_slots_behind",
      "Slots between a program's newest transaction and the newest one in the index",
      ["program"],
    ),
    blockAge: gauge("tribe_chain_block_age_seconds", "How long the node has reported no new slot"),
    adminBalance: gauge("tribe_admin_balance_sol", "SOL of the admin's key, which pays for what the server does"),
    payoutsDue: gauge("tribe_payouts_due", "Payouts of creators' fees that are large enough to be made", ["venue"]),
    payoutsOldest: gauge(
      "tribe_payouts_oldest_seconds",
      "How long the oldest of them has been due, as far as this process has seen",
      ["venue"],
    ),
  };
};
