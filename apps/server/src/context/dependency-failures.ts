/** What a process asks, and can't do without or only badly. */
export const dependencies = ["database", "chain", "keys", "nats", "storage", "mail", "push"] as const;
export type Dependency = (typeof dependencies)[number];

const counts = new Map<Dependency, number>(dependencies.map((dependency) => [dependency, 0]));

/** Counts, since the start of this process, that a dependency gave no answer or a failure of its own. */
export const countFailureOf = (dependency: Dependency): void => {
  counts.set(dependency, (counts.get(dependency) ?? 0) + 1);
};

/** How often each dependency has failed since the start of this process. */
export const failuresByDependency = (): ReadonlyMap<Dependency, number> => counts;
