/** What of a worker's surroundings taking over needs. */
export type TakeOverScope = Pick<ServiceWorkerGlobalScope, "clients" | "skipWaiting">;

/** Replaces the worker at work, unless somebody looks at a page: what that page asks for just then could be held up. */
export const takeOver = async (scope: TakeOverScope): Promise<void> => {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.every(({ visibilityState }) => visibilityState === "hidden")) await scope.skipWaiting();
};
