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
 * What `collect-modules.ts` gathers beside routes, each with the roles that run it.
 * @param {Server} server
 * @returns {(Place & { roles: readonly string[] })[]}
 * @throws Error for one of which it is not known
 */
const collectedBy = (server) => {
  const file = `${source}/start/modules/collect-modules.ts`;
  const { imports, declarations } = server.get(file) ?? { imports: new Map(), declarations: new Map() };
  const text = declarations.get("collectModules")?.text ?? "";
  const ofKeys = /roles\.has\("keys"\) \? \[([^\]]*)\]/.exec(text)?.[1] ?? "";
  return [...imports.keys()]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text) && !/Implementations$/.test(name))
    .flatMap((name) => {
      const place = resolve(server, { file, name });
      const declared = place && server.get(place.file)?.declarations.get(place.name)?.text;
      if (!declared || name === "isSigners") return [];
      const [, role] = /^\s*role: "(\w+)",?$/m.exec(declared) ?? [];
      if (role) return [{ file, name, roles: [role] }];
      if (/Jobs?$/.test(name))
        return [{ file, name, roles: [new RegExp(`\\b${name}\\b`).test(ofKeys) ? "keys" : "worker"] }];
      if (name === "registerRealtime") return [];
      if (/^register|Registrations$/.test(name)) return [{ file, name, roles: ["web"] }];
      throw new Error(`${name} of collect-modules.ts: which role runs it? scripts/deploy/role-entries.mjs has to know`);
    });
};

/**
 * What each role begins with.
 * @param {Server} server
 * @returns {Record<string, Place[]>}
 */
export const entries = (server) => {
  const collected = collectedBy(server);
  const routesOf = (/** @type {(handler: ReturnType<typeof handlers>[number]) => boolean} */ isOwn) =>
    handlers()
      .filter(isOwn)
      .flatMap(({ file }) => [...(server.get(file)?.declarations.keys() ?? [])].map((name) => ({ file, name })));
  const queue = ["engines/jobs/graphile.ts#startJobRunner"].map(placeOf);
  return {
    web: [...routesOf(({ isSigners }) => !isSigners), ...collected.filter(({ roles }) => roles.includes("web"))],
    keys: [
      ...routesOf(({ isSigners }) => isSigners),
      ...collected.filter(({ roles }) => roles.includes("keys")),
      ...["modules/wallet/index.ts#createMissingRecords", "engines/co-signer/serve.ts#serveCoSigner"].map(placeOf),
      ...queue,
    ],
    realtime: [
      ...routesOf(({ isRealtime }) => isRealtime),
      ...["start/modules/register-realtime.ts#registerRealtime"].map(placeOf),
      ...collected.filter(({ roles }) => roles.includes("realtime")),
    ],
    worker: [...collected.filter(({ roles }) => roles.includes("worker")), ...queue],
    indexer: collected.filter(({ roles }) => roles.includes("indexer")),
  };
};
