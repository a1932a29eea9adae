import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../docs/files-below.mjs";
import { dashboardFile, dashboardText } from "./dashboard.mjs";

const root = join(import.meta.dirname, "../..");
const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
const pages = "docs/operate/alerts";

/**
 * The server's library, from where the server has it.
 * @typedef {{ getMetricsAsArray(): { name: string }[] }} Registry
 * @type {{ Registry: new () => Registry, collectDefaultMetrics(options: { register: Registry }): void }}
 */
const client = createRequire(join(root, "apps/server/package.json"))("prom-client");

/** The names of our own metrics, as they stand in the server's code, and those of prom-client for every process. */
const existing = () => {
  const own = filesBelow("apps/server/src")
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .flatMap((file) => read(file).match(/(?<=")tribe_[a-z_]+(?=")/g) ?? []);
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  return new Set([...own, ...registry.getMetricsAsArray().map(({ name }) => name)]);
};

/** The names that a text uses; a histogram's parts count as the histogram. */
const usedIn = (/** @type {string} */ text) =>
  new Set(
    (text.match(/\b(tribe|process|nodejs)_[a-z0-9_]+/g) ?? []).map((name) => name.replace(/_(bucket|count|sum)$/, "")),
  );

const rules = read("deploy/monitoring/alerts.yaml");
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = ""]) => name);

test("dashboards, alerts, their pages and the objectives name only metrics that exist", () => {
  const names = existing();
  expect(names.size).toBeGreaterThan(50);
  const files = ["deploy/monitoring/alerts.yaml", "deploy/monitoring/dashboard.json", "docs/operate/slos.md"];
  for (const file of [...files, ...alerts.map((name) => `${pages}/${name}.md`)]) {
    const unknown = [...usedIn(read(file))].filter((name) => !names.has(name));
    expect(unknown, file).toEqual([]);
  }
});

test("each alert has its page, which says what it means, what people see, what to do and how it ends, and each page its alert", () => {
  expect(alerts.length).toBeGreaterThan(10);
  expect(readdirSync(join(root, pages)).sort()).toEqual(alerts.map((name) => `${name}.md`).sort());
  for (const name of alerts) {
    expect(rules).toContain(`runbook: ${pages}/${name}.md\n`);
    const headings = [...read(`${pages}/${name}.md`).matchAll(/^##? (.*)$/gm)].map(([, heading = ""]) => heading);
    expect(headings[0], name).toMatch(new RegExp(`^${name}: `));
    expect(headings.slice(1), name).toEqual([
      ...["What it means", "What people see", "What to do", "How to see that it is over"],
    ]);
  }
});

test("the dashboard is what its list makes of it: npm run dashboard", () => {
  expect(readFileSync(dashboardFile, "utf8")).toBe(dashboardText());
});
