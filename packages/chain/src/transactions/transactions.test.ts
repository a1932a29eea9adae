import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getTransactionDecoder,
  signBytes,
} from "@solana/kit";
import { type Address, computeUnitCeilings, type TransactionSignature } from "@tribe/contract";
import { walletRentExemptLamports } from "@tribe/domain/people";
import { describe, expect, test } from "vitest";
import {
  defaultProgramAddress,
  fromChainAddress,
  isAddress,
  mintAddress,
  toChainAddress,
  tokenStateAddress,
} from "../accounts/addresses.ts";
import { walletMinimum } from "../accounts/rent.ts";
import { airdropComputeUnitLimit } from "../airdrop/airdrop-costs.ts";
import { claimComputeUnitLimit } from "../claim/claim-costs.ts";
import { maxAccountsClosed } from "../messages/close-account.ts";
import { buildBuyMessage, buildSellMessage } from "../messages/messages.ts";
import { addressOf, buyInput, program, sellInput, stranger } from "../testing.ts";
import {
  closeAccountsComputeUnitLimit,
  computeUnitCeiling,
  computeUnitLimit,
  lifecycleComputeUnitLimit,
  priorityFee,
  transferComputeUnitLimit,
} from "./compute.ts";
import {
  assembleTransaction,
  decodeTransaction,
  fromBase64,
  fromSignature,
  isSameButBlockhash,
  signersOf,
  toBase64,
  toSignature,
  verifySignature,
  withoutSignatures,
} from "./transactions.ts";

const person = async (seed: number) => {
  const keys = await createKeyPairFromPrivateKeyBytes(new Uint8Array(32).fill(seed));
  const address = fromChainAddress(await getAddressFromPublicKey(keys.publicKey));
  return { address, sign: async (bytes: Uint8Array) => toSignature(await signBytes(keys.privateKey, bytes)) };
};
const user = await person(1);
const boss = await person(2);
const message = await buildBuyMessage({ ...buyInput, wallet: user.address, admin: boss.address });
const both = { [user.address]: await user.sign(message), [boss.address]: await boss.sign(message) };

describe("a transaction", () => {
  test("needs the wallet's signature first and then the admin's, read-only", async () => {
    expect(signersOf(message)).toEqual([user.address, boss.address]);
    // Header: two signers, one of them read-only.
    expect([...message.slice(1, 3)]).toEqual([2, 1]);
    expect(signersOf(await buildSellMessage({ ...sellInput, admin: null }))).toEqual([sellInput.wallet]);
  });

  test("is assembled in the message's order, whatever the order of the signatures", () => {
    const wire = assembleTransaction(message, both);
    expect(getTransactionDecoder().decode(wire).signatures).toEqual({
      [user.address]: fromSignature(both[user.address] as TransactionSignature), // just made
      [boss.address]: fromSignature(both[boss.address] as TransactionSignature),
    });
    const turned: Record<Address, TransactionSignature> = Object.fromEntries(Object.entries(both).reverse());
    expect(assembleTransaction(message, turned)).toEqual(wire);
    expect(wire.length).toBeLessThanOrEqual(640);
  });

  test("is not assembled with a missing signature, or one of another key", () => {
    const { [boss.address]: _, ...one } = both;
    expect(() => assembleTransaction(message, one)).toThrow(RangeError);
    expect(() =>
      assembleTransaction(message, { ...both, [stranger]: both[user.address] as TransactionSignature }),
    ).toThrow(RangeError); // any signature
  });

  test("without its signatures is the same message, with no signer", () => {
    const wire = assembleTransaction(message, both);
    const unsigned = withoutSignatures(wire);
    expect(unsigned.slice(1, 129)).toEqual(new Uint8Array(128));
    expect(unsigned.slice(129)).toEqual(message);
    expect(decodeTransaction(unsigned).message).toEqual(message);
    expect(decodeTransaction(wire).signatures.size).toBe(2);
    expect(() => withoutSignatures(wire.slice(0, 100))).toThrow(RangeError);
  });

  test("is the same as another one but for the blockhash, or is not", async () => {
    const again = await buildBuyMessage({
      ...buyInput,
      wallet: user.address,
      admin: boss.address,
      blockhash: addressOf(77),
    });
    expect(isSameButBlockhash(message, again)).toBe(true);
    expect(isSameButBlockhash(message, message)).toBe(true);
    const different = [...again.keys()].filter(
      (at) => !isSameButBlockhash(message, again.with(at, (again[at] ?? 0) ^ 1)),
    );
    expect(again.length - different.length).toBe(32);
    expect(isSameButBlockhash(message, again.slice(0, -1))).toBe(false);
    expect(isSameButBlockhash(message, Uint8Array.of(...again, 0))).toBe(false);
    expect(() => isSameButBlockhash(message.slice(0, 50), again)).toThrow(RangeError);
  });

  test("needs a valid blockhash", async () => {
    await expect(buildBuyMessage({ ...buyInput, blockhash: "soon" })).rejects.toThrow(RangeError);
  });

  test("of another installation's program has its own addresses", async () => {
    const other = addressOf(50);
    expect(await tokenStateAddress(1n, other)).not.toBe(await tokenStateAddress(1n, program));
    expect(await mintAddress(1n, program)).not.toBe(await tokenStateAddress(1n, program));
  });
});

describe("a signature", () => {
  test("is verified over exactly the bytes and for exactly the signer", async () => {
    const signature = await user.sign(message);
    expect(await verifySignature(message, signature, user.address)).toBe(true);
    expect(await verifySignature(message, signature, boss.address)).toBe(false);
    expect(
      await verifySignature(
        message.with(40, (message[40] ?? 0) ^ 1) as Uint8Array<ArrayBuffer>,
        signature,
        user.address,
      ),
    ).toBe(false); // lib types `with` loosely
    expect(await verifySignature(message, "1".repeat(64) as TransactionSignature, user.address)).toBe(false); // 64 zero bytes
    expect(await verifySignature(message, "nonsense" as TransactionSignature, user.address)).toBe(false);
  });
});

test("bytes survive base64", () => {
  expect(fromBase64(toBase64(message))).toEqual(message);
});

test("an address is 32 bytes of base58", () => {
  expect(isAddress(defaultProgramAddress)).toBe(true);
  for (const text of ["", "abc", "1".repeat(45), "O".repeat(43)]) expect(isAddress(text)).toBe(false);
  expect(() => toChainAddress("1".repeat(40) as Address)).toThrow(); // too short once decoded: the brand says nothing of that
});

describe("compute and rent", () => {
  test("limits stay below the spec's ceilings and grow with the number of created accounts", () => {
    expect(computeUnitLimit("buy")).toBeLessThan(computeUnitLimit("buy", { makesTokenAccount: true }));
    expect(computeUnitLimit("create")).toBeLessThan(computeUnitLimit("create", { hasInviter: true }));
    expect(computeUnitLimit("create", { hasHighestBumps: true })).toBeLessThan(computeUnitLimit("create"));
    expect(computeUnitLimit("create", { hasInviter: true })).toBeLessThanOrEqual(computeUnitCeilings.createToken);
    expect(computeUnitLimit("buy", { makesTokenAccount: true })).toBeLessThanOrEqual(computeUnitCeilings.buyToken);
    expect(computeUnitLimit("sell")).toBeLessThanOrEqual(computeUnitCeilings.sellToken);
    expect(computeUnitCeilings).toMatchObject({ createToken: 300_000, buyToken: 180_000, sellToken: 120_000 });
  });

  test("limits of airdrops, claims, transfers and other messages stay below them, too", () => {
    const sizes = [1, 10, 17, 1_000];
    for (const recipients of sizes)
      expect(airdropComputeUnitLimit({ kind: "batch", recipients })).toBeLessThanOrEqual(550_000);
    for (const kind of ["setUp", "cancel", "close"] as const)
      expect(airdropComputeUnitLimit({ kind })).toBeLessThanOrEqual(550_000);
    const inputs = [1, 2, 3].map((tree) => ({
      amount: 1n,
      tree: toChainAddress(addressOf(tree)),
      queue: toChainAddress(addressOf(9)),
      leafIndex: 0,
      rootIndex: 0,
    }));
    const three = { inputs, proof: new Uint8Array(128) };
    expect(claimComputeUnitLimit([three, three])).toBeLessThan(900_000);
    expect(claimComputeUnitLimit(sizes.map(() => three))).toBe(900_000);
    for (const kind of ["sol", "token"] as const)
      expect(transferComputeUnitLimit(kind, 566)).toBeLessThanOrEqual(200_000);
    for (const kind of ["migrate", "convert", "swap", "collect"] as const)
      expect(lifecycleComputeUnitLimit(kind, true, true)).toBeLessThanOrEqual(computeUnitCeiling("other"));
    expect(computeUnitLimit("sell", { closesAccount: true })).toBeLessThanOrEqual(computeUnitCeilings.sellToken);
    expect(closeAccountsComputeUnitLimit(maxAccountsClosed)).toBeLessThanOrEqual(computeUnitCeiling("other"));
    expect(computeUnitCeilings).toMatchObject({ airdropCreateTokenPool: 550_000, airdropSend: 550_000 });
    expect(computeUnitCeilings).toMatchObject({ airdropClaim: 900_000, transfer: 200_000, default: 200_000 });
  });

  test("a priority fee is rounded up", () => {
    expect([
      priorityFee(1, 1n),
      priorityFee(1_000_000, 1n),
      priorityFee(180_000, 1_000_000n),
      priorityFee(5, 0n),
    ]).toEqual([1n, 1n, 180_000n, 0n]);
  });

  test("the domain's wallet minimum is the rent of an empty account", () => {
    expect(walletMinimum).toBe(walletRentExemptLamports);
  });
});
