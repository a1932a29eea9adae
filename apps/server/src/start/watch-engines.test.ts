import { spawn } from "node:child_process";
import { expect, test, vi } from "vitest";
import { watchEngines } from "./watch-engines.ts";

test("an engine that ends by itself is reported once, by name", async () => {
  const [first, second] = [spawn("sleep", ["60"]), spawn("sleep", ["60"])];
  const told: string[] = [];
  const engines = [
    { name: "PostgreSQL", pid: first.pid ?? 0 },
    { name: "the embedded chain", pid: second.pid ?? 0 },
  ];
  const watch = watchEngines(engines, ({ name }) => told.push(name));
  second.kill("SIGKILL");
  await vi.waitFor(() => expect(told).toEqual(["the embedded chain"]));
  watch.stop();
  first.kill("SIGKILL");
});
