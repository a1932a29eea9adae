import { expect, it } from "vitest";
import { faceSource } from "./face-source.ts";

const account = { id: "1", handle: "ann", name: "Ann" };

it("names the network of the name and picture, X before Farcaster, and says what replaces a missing one", () => {
  const pfp = "/img/1";
  expect(faceSource({ twitter: account, farcaster: account, pfp })).toMatch(/^Your name and picture come from X\./);
  expect(faceSource({ twitter: null, farcaster: account, pfp })).toMatch(/picture come from Farcaster\./);
  expect(faceSource({ twitter: account, farcaster: null, pfp: null })).toBe(
    "Your name comes from X, where you have no picture.",
  );
  expect(faceSource({ twitter: null, farcaster: null, pfp: null })).toMatch(/beginning of your address/);
});
