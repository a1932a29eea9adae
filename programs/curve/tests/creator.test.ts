import type { KeyPairSigner } from "@solana/kit";
import { beforeAll, expect, test } from "vitest";
import { getChangeCreatorInstruction } from "../../../packages/chain/src/generated/index.ts";
import { getChangeCreatorInstruction as getPoolChangeCreatorInstruction } from "../../../packages/chain/src/generated/pool/index.ts";
import { sol } from "./support/chain.ts";
import { closedTribe, migrateInstruction, poolCollectInstruction, poolState } from "./support/migrated.ts";
import { collectInstruction, createTribe, must, startWorld, tokenState, type World } from "./support/world.ts";

let world: World;
let creator: KeyPairSigner;
let heir: KeyPairSigner;
let payer: KeyPairSigner;

beforeAll(async () => {
  world = await startWorld();
  [creator, heir, payer] = [await world.wallet(), await world.wallet(), await world.wallet()];
});

test("a creator hands a token over with both signatures, with an event; anybody may pay", async () => {
  const firstBuy = { tokens: 20_000_000_000n, maxLamports: 10n * sol, minTokens: 0n };
  const tribe = await createTribe(world, creator, { firstBuy });
  const { seq, creatorFees } = tokenState(world, tribe);
  const { token, mint } = tribe;
  const sent = must(await world.send(payer, getChangeCreatorInstruction({ token, mint, creator, newCreator: heir })));
  expect(sent.events).toEqual([
    {
      kind: "creatorChanged",
      signer: token,
      data: { seq, tokenId: tribe.id, mint, previous: creator.address, current: heir.address },
    },
  ]);
  expect(tokenState(world, tribe)).toMatchObject({ creator: heir.address, creatorFees, seq: seq + 1n });
  const before = world.balance(heir.address);
  must(await world.send(payer, await collectInstruction(world, { ...tribe, creator: heir.address })));
  expect(world.balance(heir.address)).toBe(before + creatorFees);
});

test("a migrated token gets its new creator in state and pool by one transaction", async () => {
  const tribe = await closedTribe(world, creator);
  must(await world.send(payer, await migrateInstruction(payer, tribe)));
  const { token, mint, pool, newMint } = tribe;
  must(
    await world.send(
      payer,
      getChangeCreatorInstruction({ token, mint, creator, newCreator: heir }),
      getPoolChangeCreatorInstruction({ pool, mint: newMint, creator, newCreator: heir }),
    ),
  );
  expect([tokenState(world, tribe).creator, poolState(world, tribe).creator]).toEqual([heir.address, heir.address]);
  expect((await world.send(payer, poolCollectInstruction(world, tribe))).error).toBe(6107);
  must(await world.send(payer, poolCollectInstruction(world, { ...tribe, creator: heir.address })));
});
