import type { Role } from "./roles.ts";

/** What one process of a role alone uses at its busiest; the worker runs twenty jobs at once. */
const ofRole = { web: 24, realtime: 12, worker: 24, keys: 8, indexer: 8 } as const satisfies Record<Role, number>;
/** A process of many roles: no one of them is busy all the time. */
const most = 32;

/** How many connections a process opens at most for calls and jobs, unless `DATABASE_CONNECTIONS` says otherwise. */
export const databaseConnectionsOf = (roles: ReadonlySet<Role>): number =>
  Math.min(
    most,
    [...roles].reduce((sum, role) => sum + ofRole[role], 0),
  );
