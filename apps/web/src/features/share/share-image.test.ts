import { expect, test } from "vitest";
import { postOnFarcaster, postOnX } from "./share-image.ts";

test("the links for posting escape the text and the URL", () => {
  const [text, link] = ["Night & Day 50% 🔥", "https://tribe.example/token/abc?i=a&b"];
  const x = new URL(postOnX(text, link)).searchParams;
  expect([x.get("text"), x.get("url")]).toEqual([text, link]);
  const farcaster = new URL(postOnFarcaster(text, link)).searchParams;
  expect([farcaster.get("text"), farcaster.get("embeds[]")]).toEqual([text, link]);
});
