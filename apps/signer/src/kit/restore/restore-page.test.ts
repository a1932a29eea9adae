import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { buildRestorePage, restorePageFile } from "../../../build/restore-page.ts";

it("the restore page that people save is what our sources make, and has nothing in it that asks a network", async () => {
  const page = await readFile(restorePageFile, "utf8");
  // If this fails: npm run restore-page -w @tribe/signer
  expect(page).toBe(await buildRestorePage());
  expect(page).not.toMatch(/https?:|\bfetch\b|XMLHttpRequest|WebSocket|<link|<img|src=|@import|url\(/);
  expect(page).toContain("default-src 'none'");
});
