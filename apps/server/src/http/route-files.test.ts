import { readdirSync } from "node:fs";
import { routes } from "@tribe/contract";
import { expect, test } from "vitest";

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test.each(Object.entries(routes))("each route of %s has its handler in a file of its name", (group, members) => {
  const folder = new URL(`../modules/${group}/routes/`, import.meta.url);
  const wanted = Object.keys(members).map((name) => `${kebab(name)}.ts`);
  const found = readdirSync(folder).filter((file) => !file.endsWith(".test.ts"));
  expect(found.sort()).toEqual(wanted.sort());
});
