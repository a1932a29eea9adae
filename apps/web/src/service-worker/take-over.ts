/** The parts of the worker's environment that taking over needs. */
export type TakeOverScope = Pick<ServiceWorkerGlobalScope, "clients" | "skipWaiting">;

/** Replaces the active worker, unless a page is visible: its calls could be blocked. */
export const takeOver = async (scope: TakeOverScope): Promise<void> => {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.every(({ visibilityState }) => visibilityState === "hidden")) await scope.skipWaiting();
};
