import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as lucide from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { iconFiles } from "../build/lucide-icons.ts";
import * as icons from "../src/icons/index.ts";

const own = resolve(import.meta.dirname, "..");

test("the folder of icons is what `npm run icons:page` makes of the imports and the installed Lucide", async () => {
  const folder = join(own, "src/icons/generated");
  const present = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
  expect(new Map(present)).toEqual(await iconFiles());
  const { vendored, devDependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  expect(vendored["lucide-react"].version).toBe(devDependencies["lucide-react"]);
});

const originals: Readonly<Record<string, unknown>> = { ...lucide };

test.each(Object.entries(icons))("%s is drawn as Lucide draws it", (name, icon) => {
  for (const props of [
    {},
    { size: 20, "aria-hidden": true },
    { size: 88, strokeWidth: 1.5, className: "text-up" },
    { "aria-label": "Named" },
    { role: "img", "aria-label": undefined },
  ]) {
    // Lucide's components take the same properties. It names each icon in its classes, which no style of ours uses.
    const theirs = renderToStaticMarkup(createElement(originals[name] as typeof icon, props)).replace(
      /class="lucide(?: lucide-[a-z0-9-]+)* ?([^"]*)"/,
      (_whole, rest: string) => (rest === "" ? "" : `class="${rest}"`),
    );
    expect(elementsOf(renderToStaticMarkup(createElement(icon, props)))).toEqual(elementsOf(theirs));
  }
});

/** Each tag with its attributes in alphabetical order. */
const elementsOf = (markup: string) =>
  (markup.match(/<[^>]+>/g) ?? expect.unreachable()).map((tag) => [
    /^<\/?\w+/.exec(tag)?.[0],
    (tag.match(/[\w-]+="[^"]*"/g) ?? []).sort(),
  ]);
