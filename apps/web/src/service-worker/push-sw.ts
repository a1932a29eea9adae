import { matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { readWorkerMessage } from "./messages.ts";
import { isPagePath, shellPath } from "./paths.ts";
import { handlePushes } from "./push.ts";
import { takeOver } from "./take-over.ts";

// The app's one service worker, at `/push-sw.js` with scope `/`. It caches the files of one build and opens the page without a
// network. It caches nothing else, in particular nothing of the API, media, the signer and other origins.

declare const self: ServiceWorkerGlobalScope;

/** After this long the cached page is opened; it loads its data itself. */
const navigationTimeoutMs = 4_000;

// The build inserts the list of files here.
const files = self.__WB_MANIFEST;
const urls = files.map((file) => (typeof file === "string" ? file : file.url));
const ownUrls = new Set(urls.map((url) => new URL(url, self.location.origin).href));

precacheAndRoute(files, { cleanURLs: false, directoryIndex: "", ignoreURLParametersMatching: [] });

const fetchFromServer = async (event: FetchEvent): Promise<Response> => {
  const preloaded: unknown = await event.preloadResponse;
  return preloaded instanceof Response ? preloaded : await fetch(event.request);
};

/** From the server, with its initial data; without a network the page without data. */
const openPage = async (event: FetchEvent): Promise<Response> => {
  const fromServer = fetchFromServer(event);
  const late = new Promise<null>((resolve) => setTimeout(resolve, navigationTimeoutMs, null));
  const answer = await Promise.race([fromServer, late]).catch(() => null);
  return answer ?? (await matchPrecache(shellPath)) ?? fromServer;
};

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === "navigate",
  // Other paths must be answered here, too: with navigation preload the server is called while the worker starts, and an
  // unanswered navigation would call it a second time. The return URL from X works only once. Workbox passes the fetch listener's
  // event.
  ({ url, event }) => (isPagePath(url.pathname) ? openPage(event as FetchEvent) : fetchFromServer(event as FetchEvent)),
);

handlePushes(self);

self.addEventListener("activate", (event) => {
  const enable = async (): Promise<void> => {
    // Navigation preload: the server is called while this worker still starts.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(enable());
});

self.addEventListener("message", (event) => {
  const message = readWorkerMessage(event.data);
  if (message?.type === "takeOver") event.waitUntil(takeOver(self));
  if (message?.type === "isOfYourBuild") event.ports[0]?.postMessage(ownUrls.has(message.url));
});
