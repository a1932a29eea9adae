import { expect, test } from "vitest";
import { readPageFacts } from "./read-link-preview.ts";

const url = new URL("https://example.test/posts/1");
const read = (html: string) => readPageFacts(html, url);

test("Open Graph takes precedence over the title, and its picture may be relative", () => {
  const facts = read(`<!doctype html><html><head><title>Title</title>
    <meta property="og:title" content="The &amp; title"><meta property="og:site_name" content="Site">
    <meta property="og:description" content=" two\n lines "><meta property="og:image" content="/a.png"></head><body>`);
  expect(facts).toMatchObject({ siteName: "Site", title: "The & title", description: "two lines" });
  expect(facts?.picture?.href).toBe("https://example.test/a.png");
});

test("a page without Open Graph is described by its title and description", () => {
  expect(read(`<title> A   page </title><meta name="Description" content="Says">`)).toEqual({
    siteName: null,
    title: "A page",
    description: "Says",
    picture: null,
  });
});

test("text in the body, or a page without a head, gives no preview", () => {
  expect(read("")).toBeNull();
  expect(read("<body><title>no</title><meta property='og:title' content='no'>")).toBeNull();
  expect(read("\0\u0001%PDF-1.7 <<>>")).toBeNull();
});

test("long and hostile texts are truncated and cleaned", () => {
  const facts = read(
    `<meta property="og:title" content="${"x".repeat(999)}"><meta property="og:description" content="a\u202Eb<script>">` +
      `<meta property="og:image" content="javascript:alert(1)">`,
  );
  expect(facts?.title).toHaveLength(200);
  expect(facts?.description).toBe("ab<script>");
  expect(facts?.picture).toBeNull();
  expect(
    read(`<meta property="og:title" content="t"><meta property="og:image" content="http://example.test/a.png">`),
  ).toMatchObject({
    picture: null,
  });
  expect(read(`${"<div>".repeat(100_000)}<title>deep`)).toMatchObject({ title: "deep" });
});
