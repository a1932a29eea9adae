/**
 * `mark` together with Light Protocol's real programs, as in a batch of an airdrop. The programs are downloaded through npm;
 * without a registry these tests are skipped.
 */
import { fileURLToPath } from "node:url";
import { AccountRole, type Address as KitAddress, type Instruction as KitInstruction } from "@solana/kit";
import { addressSchema, tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import {
  batchCompressInstruction,
  findLightPool,
  lightPoolInstruction,
} from "../../../packages/chain/src/airdrop/light-instructions.ts";
import { BadFileError } from "../../../packages/localnet/src/bad-file-error.ts";
import { base58Of } from "../../../packages/localnet/src/codec/keys.ts";
import { ensureLight, lightPackage } from "../../../packages/localnet/src/light/ensure-light.ts";
import { readLight } from "../../../packages/localnet/src/light/light.ts";
import { archiveName, filesOf, readPackage } from "../../../packages/localnet/src/light/package-file.ts";
import { queueSizes, resizeQueue, resizeTree, treeSizes } from "../../../packages/localnet/src/light/resize.ts";
import { onceIdl } from "../../tests/support/idl.ts";
import { bytesOf, type Key, keyFor, splToken, token2022 } from "../../tests/support/keys.ts";
import { type Instruction, type Machine, rentOf, type Sent, sol } from "../../tests/support/machine.ts";
import { init, mark, newAirdrops } from "./airdrops.ts";

const folder = fileURLToPath(new URL("../../../node_modules/.cache/tribe-light", import.meta.url));
const fetched = await ensureLight(folder).then(
  () => readLight(folder),
  (error: unknown) => {
    if (error instanceof BadFileError && error.message.includes("can't be fetched")) return null;
    throw error;
  },
);

const queue = "oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto";
const tree = "bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU";
const wallet = (key: Key) => key as KitAddress; // the same text, with kit's branded type

const must = (sent: Sent): Sent => {
  expect(sent.error, sent.logs().join("\n")).toBeUndefined();
  return sent;
};
const plain = ({ programAddress, accounts = [], data = new Uint8Array() }: KitInstruction): Instruction => ({
  program: programAddress,
  metas: accounts.map(({ address, role }) => ({
    key: address,
    signer: role >= AccountRole.READONLY_SIGNER,
    writable: role === AccountRole.WRITABLE || role === AccountRole.WRITABLE_SIGNER,
  })),
  data: Uint8Array.from(data),
});

/** Creates a mint with 6 decimals, and an account of the owner with `units`. */
const giveTokens = (machine: Machine, program: Key, owner: Key, units: bigint): { mint: Key; source: Key } => {
  const [mint, source] = [keyFor("mint", program), keyFor("source", program)];
  const mintData = Buffer.alloc(82);
  mintData.writeBigUInt64LE(units, 36);
  mintData[44] = 6;
  mintData[45] = 1;
  machine.set(mint, { lamports: rentOf(82), owner: program, data: mintData });
  const account = Buffer.alloc(165);
  bytesOf(mint).copy(account, 0);
  bytesOf(owner).copy(account, 32);
  account.writeBigUInt64LE(units, 64);
  account[108] = 1;
  machine.set(source, { lamports: rentOf(165), owner: program, data: account });
  return { mint, source };
};

const withLight = () => {
  const world = newAirdrops();
  for (const { key, account } of fetched?.accounts ?? [])
    world.machine.set(base58Of(key), {
      lamports: account.lamports,
      owner: base58Of(account.owner),
      data: account.data,
    });
  for (const { id, elf } of fetched?.programs ?? []) world.machine.svm.addProgram(bytesOf(base58Of(id)), elf);
  return world;
};

const recipientsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    address: addressSchema.parse(keyFor("recipient", from + index)),
    amount: tokenUnits(BigInt(1_000 + from + index)),
  }));
const sum = (recipients: readonly { readonly amount: bigint }[]) =>
  recipients.reduce((total, { amount }) => total + amount, 0n);
const held = (machine: Machine, account: Key) => machine.data(account).readBigUInt64LE(64);
const leaves = (machine: Machine) => machine.data(queue).readBigUInt64LE(232 + 48);

test.skipIf(!fetched).each([
  ["SPL Token", splToken],
  ["Token-2022", token2022],
])("a batch of %s pays eighteen wallets, once", async (_name, program) => {
  const { machine, authority, airdrop } = withLight();
  const { mint, source } = giveTokens(machine, program, authority, 1_000_000n);
  const of = { mint: wallet(mint), tokenProgram: wallet(program) };
  const makePool = plain(await lightPoolInstruction({ payer: wallet(authority), ...of }));
  must(machine.send(makePool));
  const [pool] = await findLightPool(of.mint);
  must(machine.send(init(airdrop)));

  const batch = async (index: bigint) => {
    const recipients = recipientsOf(18, Number(index) * 18);
    const pays = (some: typeof recipients) =>
      batchCompressInstruction({
        owner: wallet(authority),
        source: wallet(source),
        queue: wallet(queue),
        recipients: some,
        ...of,
      });
    const instructions = [
      mark(airdrop, index),
      plain(await pays(recipients.slice(0, 10))),
      plain(await pays(recipients.slice(10))),
    ];
    return { total: sum(recipients), instructions };
  };
  const [first, second] = [await batch(0n), await batch(1n)];
  const sent = must(machine.send(...first.instructions));
  expect(sent.units()).toBeLessThanOrEqual(195_000);
  expect([held(machine, source), held(machine, pool)]).toEqual([1_000_000n - first.total, first.total]);
  expect(leaves(machine)).toBe(18n);

  expect(machine.send(...first.instructions).error).toBe(onceIdl.code("alreadyMarked"));
  // a used mark pays nobody; that a free one is not combined with another batch's payments must be checked by the signer
  expect(machine.send(mark(airdrop, 0n), ...second.instructions.slice(1)).error).toBe(onceIdl.code("alreadyMarked"));
  expect([held(machine, source), leaves(machine)]).toEqual([1_000_000n - first.total, 18n]);

  must(machine.send(...second.instructions));
  expect([held(machine, pool), leaves(machine)]).toEqual([first.total + second.total, 36n]);
});

test.skipIf(!fetched)("a batch that fails for too few tokens leaves its bit unset", async () => {
  const { machine, authority, airdrop } = withLight();
  const { mint, source } = giveTokens(machine, splToken, authority, 500n);
  const of = { mint: wallet(mint), tokenProgram: wallet(splToken) };
  must(machine.send(plain(await lightPoolInstruction({ payer: wallet(authority), ...of }))));
  must(machine.send(init(airdrop)));
  const recipients = recipientsOf(1);
  const input = { owner: wallet(authority), source: wallet(source), queue: wallet(queue), recipients, ...of };
  const pays = plain(await batchCompressInstruction(input));
  expect(machine.send(mark(airdrop, 0n), pays).error).toBeDefined();
  expect(leaves(machine)).toBe(0n);
  machine.fund(keyFor("nobody"), sol);
  must(machine.send(mark(airdrop, 0n)));
});

test.skipIf(!fetched)("the trees have production's size, and with the package's sizes the package's bytes", () => {
  const { machine } = withLight();
  expect(queueSizes(machine.data(queue))).toMatchObject({ batchSize: 15_000, zkpBatchSize: 500 });
  expect(machine.data(queue)).toHaveLength(962_536);
  expect(treeSizes(machine.data(tree))).toMatchObject({ batchSize: 15_000, bloomFilterBits: 2_301_536 });
  expect(machine.data(tree)).toHaveLength(584_440);
  const files = filesOf(archiveName(lightPackage), readPackage(folder, lightPackage));
  const dataOf = (name: string): Buffer => {
    const { account } = JSON.parse(files.get(`package/accounts/${name}.json`)?.toString() ?? "null");
    return Buffer.from(account.data[0], "base64");
  };
  const [shippedQueue, shippedTree] = [
    dataOf(`batched_output_queue_${queue}`),
    dataOf(`batch_state_merkle_tree_${tree}`),
  ];
  expect(resizeQueue(shippedQueue, queueSizes(shippedQueue)).equals(shippedQueue)).toBe(true);
  expect(resizeTree(shippedTree, treeSizes(shippedTree)).equals(shippedTree)).toBe(true);
});
