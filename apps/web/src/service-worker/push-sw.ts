import { matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { readWorkerMessage } from "./messages.ts";
import { isPagePath, shellPath } from "./paths.ts";
import { handlePushes } from "./push.ts";
import { takeOver } from "./take-over.ts";

// The app's one service worker, at `/push-sw.js` with scope `/`. It keeps the files of one build and
// opens the page without a network. It keeps nothing else, of the API, media, the signer and other origins above all.

declare const self: ServiceWorkerGlobalScope;

/** A page that takes longer is opened from what is here; it asks for its data itself. */
const navigationTimeoutMs = 4_000;

// The build puts the list of files in this place, once.
const files = self.__WB_MANIFEST;
const urls = files.map((file) => (typeof file === "string" ? file : file.url));
const ownUrls = new Set(urls.map((url) => new URL(url, self.location.origin).href));

precacheAndRoute(files, { cleanURLs: false, directoryIndex: "", ignoreURLParametersMatching: [] });

const askServer = async (event: FetchEvent): Promise<Response> => {
  const preloaded: unknown = await event.preloadResponse;
  return preloaded instanceof Response ? preloaded : await fetch(event.request);
};

/** From the server, with the data that it writes in; without a network the empty page. */
const openPage = async (event: FetchEvent): Promise<Response> => {
  const fromServer = askServer(event);
  const late = new Promise<null>((resolve) => setTimeout(resolve, navigationTimeoutMs, null));
  const answer = await Promise.race([fromServer, late]).catch(() => null);
  return answer ?? (await matchPrecache(shellPath)) ?? fromServer;
};

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === "navigate",
  // What is no page is answered here, too: a worker that sleeps has the server asked while it starts, and a navigation that
  // nobody answers would ask a second time. The way back from X works once. Workbox hands over what the fetch listener got.
  ({ url, event }) => (isPagePath(url.pathname) ? openPage(event as FetchEvent) : askServer(event as FetchEvent)),
);

handlePushes(self);

self.addEventListener("activate", (event) => {
  const enable = async (): Promise<void> => {
    // The server is asked while this worker still starts.
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
