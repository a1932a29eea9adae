/** Messages from the page to its service worker. */
export type WorkerMessage =
  /** Asks a waiting worker to replace the active one, if no page of the app is visible. */
  | { readonly type: "takeOver" }
  /** Asks a worker whether it was built with the script at this address; it answers on the port. */
  | { readonly type: "isOfYourBuild"; readonly url: string };

/** Messages from the service worker to its pages. */
export type PageMessage =
  /** Somebody pressed a notification that leads to this route. */
  | { readonly type: "openRoute"; readonly route: string }
  /** The browser has ended or changed its push subscription. */
  | { readonly type: "pushSubscriptionChanged" };

/** Null for other messages, such as those of a worker of another build. */
export const readPageMessage = (data: unknown): PageMessage | null => {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  if (data.type === "openRoute" && "route" in data && typeof data.route === "string")
    return { type: "openRoute", route: data.route };
  return data.type === "pushSubscriptionChanged" ? { type: "pushSubscriptionChanged" } : null;
};

/** Null for other messages of a page. */
export const readWorkerMessage = (data: unknown): WorkerMessage | null => {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  if (data.type === "takeOver") return { type: "takeOver" };
  if (data.type === "isOfYourBuild" && "url" in data && typeof data.url === "string")
    return { type: "isOfYourBuild", url: data.url };
  return null;
};
