import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import page from "../../index.html?raw";
import { wishOf } from "../features/home/home-search.ts";
import { narrowColumns, narrowRowHeight, wideColumns, wideRowHeight } from "../features/home/listing/columns.ts";
import { TableHead } from "../features/home/listing/TableHead.tsx";
import { LiveStripPlace } from "../features/home/live/LiveStripPlace.tsx";
import { Welcome } from "../features/home/Welcome.tsx";

/**
 * The shell that the server sends before the script runs: index.html repeats the components' markup, and this test keeps both
 * equal.
 */
const shell = (name: string): string => {
  const found = new RegExp(`<template data-shell="${name}"[^>]*>(.*?)</template>`, "s").exec(page)?.[1];
  if (found === undefined) throw new Error(`index.html has no shell ${name}`);
  return found;
};
const textsOf = (html: string): string[] =>
  html
    .split(/<[^>]*>/)
    .map((text) => text.replace("&#x27;", "'").trim())
    .filter((text) => text !== "");
const classesOf = (html: string): Set<string>[] =>
  [...html.matchAll(/ class="([^"]+)"/g)].map(([, names = ""]) => new Set(names.split(" ")));
/** Columns without their visibility classes: the shell hides one of two by the width. */
const bare = (columns: string): string => columns.replace(/^grid /, "");

it("draws the same welcome before the script runs as after it", () => {
  const [section = ""] = /<section.*<\/section>/s.exec(shell("home")) ?? [];
  const welcome = renderToStaticMarkup(<Welcome />);
  expect(textsOf(section)).toEqual(textsOf(welcome));
  // A button that does nothing yet is not a button in the shell: only its size must be equal.
  const repeated = classesOf(section);
  for (const drawn of classesOf(welcome.replaceAll(/<button.*?<\/button>/gs, "")))
    expect(
      repeated.some((names) => [...drawn].every((name) => names.has(name))),
      [...drawn].join(" "),
    ).toBe(true);
});

it("draws the table with the heads, columns and heights of the list that takes its place", () => {
  const head = renderToStaticMarkup(<TableHead wish={wishOf({})} onSort={() => undefined} />).replaceAll(
    /<span class="sr-only">.*?<\/span>/g,
    "",
  );
  const texts = textsOf(shell("home"));
  const from = texts.indexOf("#");
  expect(texts.slice(from, from + 9)).toEqual(textsOf(head));
  expect(shell("home")).toContain(bare(wideColumns));
  expect(shell("line")).toContain(bare(wideColumns));
  expect(shell("line")).toContain(bare(narrowColumns));
  // A unit of Tailwind's sizes is four pixels.
  expect(shell("line")).toContain(`min-h-${narrowRowHeight / 4} `);
  expect(shell("line")).toContain(`h-${wideRowHeight / 4} `);
});

it("keeps the place of what is live as high as the strip that comes into it", () => {
  const client = new QueryClient();
  const place = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LiveStripPlace />
    </QueryClientProvider>,
  );
  expect(shell("live")).toBe(place);
  expect(shell("home")).toContain("{{live}}");
});

it("shows no control before the script runs, as none would respond", () => {
  const names = [...page.matchAll(/<template data-shell="([a-z]+)"/g)].map(([, name = ""]) => name);
  expect(names).toEqual(["home", "live", "line", "token", "market", "chat"]);
  for (const name of names)
    expect(shell(name), name).not.toMatch(/<(button|input|select|textarea)\b|role="(button|tab|switch|link)"/);
});
