/** This browser's service workers; null where there are none, or where a page without storage may not even ask for them. */
export const serviceWorkers = (): ServiceWorkerContainer | null => {
  try {
    return "serviceWorker" in navigator ? navigator.serviceWorker : null;
  } catch {
    return null;
  }
};
