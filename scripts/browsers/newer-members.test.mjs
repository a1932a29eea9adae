import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newerMembers } from "./newer-members.mjs";

const page = `
  interface Trip { parse(): void; share: string; vibrate?: boolean }
  const trip: Trip = { parse: () => undefined, share: "", vibrate: true };
  trip.parse();
  export const shares = [trip.share, trip.vibrate];
  export const both = AbortSignal.any([AbortSignal.timeout(1)]);
  export type Sharing = Navigator["share"];
  export const sorted = [2, 1].toSorted().at(-1);
  document.body.checkVisibility();

  export const parsed = URL.parse("/");
  const box: HTMLElement | null = document.body;
  navigator.setAppBadge(1);
  export const { vibrate } = navigator;
  requestIdleCallback(() => box?.getHTML());
`;

test("finds statics, mixins, globals and destructured members that the floor lacks, and nothing of our own or in types", () => {
  const folder = mkdtempSync(join(tmpdir(), "tribe-floor-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "page.ts");
  writeFileSync(file, page);
  const found = newerMembers("apps/web", [file]).map(({ member, lackedBy }) => `${member}: ${lackedBy.join(", ")}`);
  expect(found).toEqual([
    "URL.parse: safari, safari_ios",
    "Navigator.setAppBadge: firefox, firefox_android, chrome_android",
    "Navigator.vibrate: safari, safari_ios, firefox",
    "requestIdleCallback: safari, safari_ios",
    "Element.getHTML: safari, safari_ios",
  ]);
});
