import { expect, test } from "vitest";
import { defaultProgramAddress, zeroAddress } from "./addresses.ts";
import { drawTokenId, hasHighestBumps } from "./token-id.ts";

const counting = () => {
  let next = 0n;
  return { draw: () => next++, drawn: () => next };
};

test("an id is drawn until all addresses of its creation are found at once", async () => {
  const owners = [zeroAddress, defaultProgramAddress];
  const { draw, drawn } = counting();
  const tokenId = await drawTokenId(draw, owners);
  expect(drawn()).toBe(tokenId + 1n);
  for (let id = 0n; id < tokenId; id++) expect(await hasHighestBumps(id, owners)).toBe(false);
  expect(await hasHighestBumps(tokenId, owners)).toBe(true);
});

test("every further owner makes ids rarer, never others", async () => {
  for (let id = 0n; id < 40n; id++) {
    if (await hasHighestBumps(id, [zeroAddress])) expect(await hasHighestBumps(id, [])).toBe(true);
  }
});

test("a source that never gives a good id still ends", async () => {
  let bad = 0n;
  while (await hasHighestBumps(bad, [])) bad++;
  expect(await drawTokenId(() => bad, [])).toBe(bad);
});
