import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eicar, startClamd } from "@tribe/devkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectClamd } from "./clamd.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe clamd-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("clamd is used over a Unix socket as over the network", async () => {
  const files = { clean: "nothing in it", infected: eicar };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const at of [join(folder, "clamd.ctl"), 0]) {
    const clamd = await startClamd({ at });
    try {
      const scanner = connectClamd(clamd.url);
      expect(await scanner.isInfected(join(folder, "clean")), clamd.url).toBe(false);
      expect(await scanner.isInfected(join(folder, "infected")), clamd.url).toBe(true);
    } finally {
      await clamd.stop();
    }
  }
});

test("a missing file does not count as clean", async () => {
  const clamd = await startClamd();
  try {
    await expect(connectClamd(clamd.url).isInfected(join(folder, "gone"))).rejects.toThrow("clamd");
    expect(clamd.scanned).toEqual([]);
  } finally {
    await clamd.stop();
  }
});
