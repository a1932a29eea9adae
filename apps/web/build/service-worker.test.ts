import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cachedFiles } from "./service-worker.ts";

test("the service worker caches the page, its icons, all scripts but LiveKit's and the Latin fonts, by a revision or a hash in their names", () => {
  const folder = mkdtempSync(join(tmpdir(), "tribe-built-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of [
    "index.html",
    "icon.svg",
    "icon-unread.svg",
    "manifest.webmanifest",
    "third-party-licences.txt",
    "push-sw.js",
    "icons/icon-192.png",
    "icons/maskable-512.png",
    "icons/badge-96.png",
    "assets/index-abc.js",
    "assets/index-abc.js.br",
    "assets/index-abc.css",
    "assets/livekit-connection-abc.js",
    "assets/inter-latin-wght-normal-abc.woff2",
    "assets/inter-greek-wght-normal-abc.woff2",
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  const list = cachedFiles(folder);
  expect(list.map(({ url }) => url)).toEqual([
    "/shell.html",
    "assets/index-abc.js",
    "assets/inter-latin-wght-normal-abc.woff2",
    "icon.svg",
    "icons/icon-192.png",
    "icons/maskable-512.png",
    "manifest.webmanifest",
  ]);
  for (const { url, revision } of list)
    expect([url, revision]).toEqual([url, url.startsWith("assets/") ? null : expect.stringMatching(/^[0-9a-f]{32}$/)]);
  const shell = () => cachedFiles(folder)[0]?.revision ?? expect.unreachable();
  const before = shell();
  writeFileSync(join(folder, "index.html"), "changed");
  expect(shell()).not.toBe(before);
});
