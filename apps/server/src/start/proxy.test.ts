import { readFileSync } from "node:fs";
import { routes } from "@tribe/contract";
import { expect, test } from "vitest";
import { caddyConfiguration } from "../../../../scripts/deploy/caddy.ts";
import { ingressConfiguration } from "../../../../scripts/deploy/ingress.ts";
import { nginxConfiguration } from "../../../../scripts/deploy/nginx.ts";
import { exampleSettings, pathRules, privatePaths } from "../../../../scripts/deploy/proxy-rules.ts";
import { productionRoles } from "./testing/production-roles.ts";

const { start, folderFor } = productionRoles();

test.each([
  ["deploy/nginx/tribe.conf", nginxConfiguration],
  ["deploy/caddy/Caddyfile", caddyConfiguration],
  ["deploy/kubernetes/ingress.yaml", ingressConfiguration],
] as const)("%s is what the contract makes of it: npm run proxy", (file, configuration) => {
  expect(readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8")).toBe(configuration(exampleSettings));
});

test("no host of a proxy passes on health, readiness or metrics, nor a client's own name of its request", () => {
  const settings = { ...exampleSettings, keysUrl: "https://keys.tribe.example" };
  // The app's host, and that of keys; the wallet's passes nothing on.
  const [nginx, caddy] = [nginxConfiguration(settings), caddyConfiguration(settings)];
  const count = (text: string, part: string) => text.split(part).length - 1;
  expect(privatePaths).toEqual(expect.arrayContaining(["/healthz", "/readyz", "/metrics"]));
  for (const path of privatePaths)
    expect(nginx.match(new RegExp(`location = ${path} \\{\\s+return 404;`, "g"))).toHaveLength(2);
  expect(count(caddy, `@private path ${privatePaths.join(" ")}\n\thandle @private {\n\t\trespond 404`)).toBe(2);
  expect(count(nginx, "proxy_set_header X-Request-Id $request_id;")).toBe(2);
  expect(count(caddy, "request_header X-Request-Id {http.request.uuid}")).toBe(2);
});

test("the process to which a proxy sends a call is the one that answers it, for every call of the contract", async () => {
  const [keys, web, realtime] = [
    await start({ TRIBE_DATA_DIR: await folderFor("keys") }, "keys"),
    await start({ TRIBE_DATA_DIR: await folderFor("web") }, "web"),
    await start({ TRIBE_DATA_DIR: await folderFor("realtime") }, "realtime"),
  ];
  const processes = { keys, web, realtime };
  const unanswered: string[] = [];
  for (const { path, method } of Object.values(routes).flatMap((group) => Object.values(group))) {
    const called = `/api${path.replaceAll(/:\w+/g, "x")}`;
    const role = pathRules.find((rule) => rule.path === called)?.role ?? "web";
    // Unsigned and without a body it is refused; only an unknown route is 404 or 405 without being looked at.
    const status = await processes[role].ask(called, { method });
    if (status === 405 || (status === 404 && (await isUnknown(processes[role], called, method))))
      unanswered.push(`${method} ${called} at ${role}: ${status}`);
  }
  expect(unanswered).toEqual([]);
});

/** Whether the host has no such route: one that it has answers OPTIONS or another method with `allow`. */
const isUnknown = async (role: Awaited<ReturnType<typeof start>>, path: string, method: string): Promise<boolean> =>
  (await fetch(`${role.origin}${path}`, { method: method === "GET" ? "DELETE" : "GET" })).status !== 405;
