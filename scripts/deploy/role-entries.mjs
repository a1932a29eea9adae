// What each role of the server begins with: its routes, jobs, workers and registrations.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { routes } from "@tribe/contract";
import { root } from "../lib/run.mjs";
import { resolve, source } from "./server-declarations.mjs";

/** @typedef {import("./server-declarations.mjs").Place} Place */
/** @typedef {import("./server-declarations.mjs").Server} Server */

/** A declaration below the server's sources, `file#name`. */
export const placeOf = (/** @type {string} */ entry) => {
  const [file = "", name = ""] = entry.split("#");
  return { file: `${source}/${file}`, name };
};

const kebab = (/** @type {string} */ name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The routes' handlers, by whether the wallet's own origin calls them. */
const handlers = () => {
  const cors = readFileSync(join(root, source, "http/cors.ts"), "utf8");
  const ofMailedLink = [...cors.matchAll(/routes\.wallet\.(\w+)/g)].map(([, name]) => name);
  return Object.entries(routes).flatMap(([group, members]) =>
    Object.entries(members).map(([name, route]) => ({
      file: `${source}/modules/${group}/routes/${kebab(name)}.ts`,
      isSigners: route.caller === "wallet" || (group === "wallet" && ofMailedLink.includes(name)),
      isRealtime: route === routes.system.realtimeToken,
    })),
  );
};

/**
 * What each role begins with.
 * @param {Server} server
 * @returns {Record<string, Place[]>}
 */
export const entries = (server) => {
  const collect = `${source}/start/modules/collect-modules.ts`;
  const text = server.get(collect)?.declarations.get("collectModules")?.text ?? "";
  const namesIn = (/** @type {RegExp} */ pattern) =>
    [...(pattern.exec(text)?.[1] ?? "").matchAll(/\w+/g)].map(([name]) => ({ file: collect, name }));
  const workers = (/** @type {string} */ role) =>
    namesIn(/workers: \[([^\]]*)\]/).filter(({ name }) => {
      const place = resolve(server, { file: collect, name });
      return place && server.get(place.file)?.declarations.get(place.name)?.text.includes(`role: "${role}"`);
    });
  const routesOf = (/** @type {(handler: ReturnType<typeof handlers>[number]) => boolean} */ isOwn) =>
    handlers()
      .filter(isOwn)
      .flatMap(({ file }) => [...(server.get(file)?.declarations.keys() ?? [])].map((name) => ({ file, name })));
  const queue = ["engines/jobs/graphile.ts#startJobRunner"].map(placeOf);
  return {
    web: [
      ...routesOf(({ isSigners }) => !isSigners),
      ...namesIn(/registrations: roles\.has\("web"\)\s*\? \[([\s\S]*?)\]\s*:/).filter(
        ({ name }) => name !== "realtime",
      ),
      ...workers("web"),
    ],
    keys: [
      ...routesOf(({ isSigners }) => isSigners),
      ...namesIn(/roles\.has\("keys"\) \? \[([^\]]*)\]/),
      ...["modules/wallet/index.ts#createMissingRecords", "engines/co-signer/serve.ts#serveCoSigner"].map(placeOf),
      ...queue,
    ],
    realtime: [
      ...routesOf(({ isRealtime }) => isRealtime),
      ...["start/modules/register-realtime.ts#registerRealtime"].map(placeOf),
      ...workers("realtime"),
    ],
    worker: [
      ...namesIn(/const jobs = \[([\s\S]*?)\];/),
      ...namesIn(/const notificationJobs = \[([^\]]*)\]/),
      ...workers("worker"),
      ...queue,
    ],
    indexer: workers("indexer"),
  };
};
