/**
 * Fails when an instruction of the compiled programs, or a binary, has grown by more than 1 % against
 * `programs/artifacts/costs.json`. The same keys, ids and orders each time give the same figures.
 *   npx tsx scripts/programs/check-costs.ts            compares
 *   npx tsx scripts/programs/check-costs.ts --write    accepts today's figures, on purpose
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createKeyPairSignerFromPrivateKeyBytes, type Instruction, type KeyPairSigner, lamports } from "@solana/kit";
import {
  getChangeCreatorInstruction,
  getGrantAllowanceInstructionAsync,
  getStopSellsInstructionAsync,
  getUpdateFeesInstructionAsync,
  getWithdrawInstructionAsync,
} from "../../packages/chain/src/generated/index.ts";
import { getChangeCreatorInstruction as getPoolChangeCreatorInstruction } from "../../packages/chain/src/generated/pool/index.ts";
import { transferInstruction } from "../../programs/curve/tests/support/instructions.ts";
import {
  closedTribe,
  convertInstruction,
  migratedOf,
  migrateInstruction,
  poolCollectInstruction,
  swapBuyInstruction,
  swapSellInstruction,
} from "../../programs/curve/tests/support/migrated.ts";
import {
  anyPrice,
  ataInstruction,
  buyInstruction,
  collectInstruction,
  createInstruction,
  must,
  sellInstruction,
  startWorld,
  tribeOf,
  type World,
} from "../../programs/curve/tests/support/world.ts";
import { cancel, init, mark, newAirdrops } from "../../programs/once/tests/airdrops.ts";

const ledgerFile = new URL("../../programs/artifacts/costs.json", import.meta.url);
const artifact = (name: string) => new URL(`../../programs/artifacts/${name}.so`, import.meta.url);
const tolerance = 1.01;
const token = 1_000_000_000n;
const sol = 1_000_000_000n;

const person = async (world: World, seed: number): Promise<KeyPairSigner> => {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(seed));
  world.svm.airdrop(signer.address, lamports(1_000n * sol));
  return signer;
};

/** Compute units of one call each, and the binaries' lengths. */
async function measure(): Promise<Record<string, number>> {
  const world = await startWorld();
  const [creator, trader, inviter] = [await person(world, 1), await person(world, 2), await person(world, 3)];
  const found: Record<string, number> = {};
  const send = async (name: string, payer: KeyPairSigner, instruction: Instruction | Promise<Instruction>) => {
    found[name] = must(await world.send(payer, await instruction)).units;
  };
  const order = (tokens: bigint, maxLamports = anyPrice) => ({ tokens, maxLamports, minTokens: 0n });

  const tribe = await tribeOf(77n, creator.address);
  await send("create", creator, createInstruction(world, creator, tribe, { firstBuy: order(5n * token) }));
  const invited = await tribeOf(78n, creator.address);
  const terms = { firstBuy: order(5n * token), inviter: inviter.address, flags: 7 };
  await send("create.invited", creator, createInstruction(world, creator, invited, terms));
  must(await world.send(trader, await ataInstruction(trader, tribe.mint, trader.address)));
  await send("buy", trader, buyInstruction(world, trader, tribe, order(50n * token)));
  await send("buy.referred", trader, buyInstruction(world, trader, tribe, order(50n * token), 7, inviter.address));
  await send("buy.clipped", trader, buyInstruction(world, trader, tribe, order(anyPrice, sol)));
  await send("sell", trader, sellInstruction(world, trader, tribe, { tokens: token }, { coSigned: false }));
  const referred = { flags: 7, referrer: inviter.address };
  await send("sell.referred", trader, sellInstruction(world, trader, tribe, { tokens: token }, referred));
  await send("collect", trader, collectInstruction(world, tribe));

  const closed = await closedTribe(world, creator, {}, (await migratedOf(79n, creator.address)).id);
  await send("migrate", trader, migrateInstruction(trader, closed));
  await send("migrate.again", trader, migrateInstruction(trader, closed));
  must(await world.send(creator, await ataInstruction(creator, closed.newMint, creator.address)));
  await send("convert", creator, convertInstruction(creator, closed, 10n * token));
  await send("swap.buy", creator, swapBuyInstruction(creator, closed, sol));
  await send("swap.sell", creator, swapSellInstruction(creator, closed, 1_000_000_000n));
  await send("collect.pool", trader, poolCollectInstruction(world, closed));

  const { token: state, mint, pool, newMint } = closed;
  const change = { creator, newCreator: inviter };
  await send("changeCreator", trader, getChangeCreatorInstruction({ token: state, mint, ...change }));
  await send("changeCreator.pool", trader, getPoolChangeCreatorInstruction({ pool, mint: newMint, ...change }));

  const { superAdmin, admin } = world;
  await send("updateFees", trader, getUpdateFeesInstructionAsync({ ...world.factoryState(), superAdmin }));
  await send("stopSells", trader, getStopSellsInstructionAsync({ superAdmin }));
  await send("grantAllowance", trader, getGrantAllowanceInstructionAsync({ superAdmin, allowance: sol }));
  const { vault, withdrawReceiver } = world.factoryState();
  must(await world.send(trader, transferInstruction(trader, vault, sol)));
  await send("withdraw", trader, getWithdrawInstructionAsync({ admin, withdrawReceiver, lamports: 1_000_000n }));
  const { machine, airdrop } = newAirdrops();
  found["once.init"] = machine.send(init(airdrop)).units();
  found["once.mark"] = machine.send(mark(airdrop, 7n)).units();
  found["once.cancel"] = machine.send(cancel(airdrop)).units();
  for (const name of ["curve", "pool", "once"]) found[`${name}.so`] = readFileSync(artifact(name)).length;
  return found;
}

const found = await measure();
if (process.argv.includes("--show")) console.log(found);
if (process.argv.includes("--write")) {
  writeFileSync(ledgerFile, `${JSON.stringify(found, null, 2)}\n`);
} else {
  const ledger: Record<string, number> = existsSync(ledgerFile) ? JSON.parse(readFileSync(ledgerFile, "utf8")) : {};
  const grown = Object.entries(found).filter(([name, value]) => value > (ledger[name] ?? 0) * tolerance);
  for (const [name, value] of grown)
    console.error(`${name} costs ${value}, and ${ledger[name] ?? "nothing"} in the ledger.`);
  if (grown.length > 0) {
    console.error("If that is meant, run npx tsx scripts/programs/check-costs.ts --write and commit what it writes.");
    process.exit(1);
  }
  console.log("No instruction and no binary costs over 1 % more than the ledger says.");
}
