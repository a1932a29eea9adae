import { runInNewContext } from "node:vm";
import { parse } from "acorn";
import { expect, it } from "vitest";
import page from "../index.html?raw";
import { browserCheck, checkScript } from "./browser-check.ts";

/** Runs the script in a window with these parts. @returns whether it takes the browser for too old */
const isTooOld = async (parts: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const marks: string[] = [];
  const document = {
    documentElement: { setAttribute: (name: string) => marks.push(name), style: {} },
    readyState: "loading",
    addEventListener: () => undefined,
  };
  runInNewContext(checkScript, { document, ...parts });
  await Promise.resolve();
  return marks.includes("data-old");
};
const newEnough = {
  AbortSignal: { any: () => undefined },
  Element: { prototype: { checkVisibility: () => undefined } },
  crypto: { subtle: { generateKey: () => Promise.resolve() } },
};

it("is read by any browser: nothing in it is newer than ES5", () => {
  expect(() => parse(checkScript, { ecmaVersion: 5 })).not.toThrow();
});

it("is small: it comes with every page", () => {
  expect(checkScript.length).toBeLessThan(1_200);
});

it("stands before all other scripts of the page, and its words beside them", () => {
  const plugin = browserCheck();
  const { transformIndexHtml: transform } = plugin;
  if (typeof transform !== "object" || !("handler" in transform)) throw new Error("the plugin changes no page");
  const built = String(Reflect.apply(transform.handler, undefined, [page]));
  expect(built.slice(built.indexOf("<script"))).toMatch(/^<script>\(function/);
  expect(built).toContain('<template id="too-old">');
  expect(built).not.toMatch(/<!--(browser-check|too-old)-->/);
});

it("takes a browser that has all parts for new enough, and one over plain http", async () => {
  expect(await isTooOld(newEnough)).toBe(false);
  expect(await isTooOld({ ...newEnough, crypto: {} })).toBe(false);
});

it.each([
  ["AbortSignal.any", { AbortSignal: {} }],
  ["AbortSignal", { AbortSignal: undefined }],
  ["checkVisibility", { Element: { prototype: {} } }],
  ["Ed25519", { crypto: { subtle: { generateKey: () => Promise.reject(new Error("NotSupportedError")) } } }],
])("takes a browser without %s for too old", async (_name, lacks) => {
  expect(await isTooOld({ ...newEnough, ...lacks })).toBe(true);
});
