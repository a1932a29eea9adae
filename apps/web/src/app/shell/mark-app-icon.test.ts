import { afterEach, expect, test, vi } from "vitest";
import { markAppIcon } from "./mark-app-icon.ts";

afterEach(() => vi.unstubAllGlobals());

const page = (navigator: object) => {
  const said: unknown[] = [];
  vi.stubGlobal("document", {
    querySelector: () => ({ setAttribute: (name: string, value: string) => said.push([name, value]) }),
  });
  vi.stubGlobal("navigator", navigator);
  return said;
};

test("marks the tab's icon and the installed app's, and takes the marks off again", () => {
  const said = page({
    setAppBadge: async (count: number) => void said.push(["badge", count]),
    clearAppBadge: async () => void said.push(["badge", 0]),
  });
  markAppIcon(3);
  markAppIcon(0);
  expect(said).toEqual([
    ["href", "/icon-unread.svg"],
    ["badge", 3],
    ["href", "/icon.svg"],
    ["badge", 0],
  ]);
});

test("marks the tab alone where the platform has no badges, and minds no refusal", async () => {
  const said = page({});
  markAppIcon(1);
  expect(said).toEqual([["href", "/icon-unread.svg"]]);
  page({ setAppBadge: () => Promise.reject(new Error("not installed")) });
  expect(() => markAppIcon(1)).not.toThrow();
});
