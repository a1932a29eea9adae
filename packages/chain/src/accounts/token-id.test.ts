import { expect, test } from "vitest";
import { defaultProgramAddress, zeroAddress } from "./addresses.ts";
import { drawTokenId, hasHighestBumps } from "./token-id.ts";

const counting = () => {
  let next = 0n;
  return { draw: () => next++, drawn: () => next };
};

test("ids are drawn until all addresses of the creation have the highest bump", async () => {
  const owners = [zeroAddress, defaultProgramAddress];
  const { draw, drawn } = counting();
  const tokenId = await drawTokenId(draw, owners);
  expect(drawn()).toBe(tokenId + 1n);
  for (let id = 0n; id < tokenId; id++) expect(await hasHighestBumps(id, owners)).toBe(false);
  expect(await hasHighestBumps(tokenId, owners)).toBe(true);
});

test("each further owner makes suitable ids rarer", async () => {
  for (let id = 0n; id < 40n; id++) {
    if (await hasHighestBumps(id, [zeroAddress])) expect(await hasHighestBumps(id, [])).toBe(true);
  }
});

test("a source that never gives a suitable id still ends", async () => {
  let bad = 0n;
  while (await hasHighestBumps(bad, [])) bad++;
  expect(await drawTokenId(() => bad, [])).toBe(bad);
});
