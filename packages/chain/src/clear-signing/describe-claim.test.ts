import type { Instruction } from "@solana/kit";
import { TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { describe, expect, test } from "vitest";
import { associatedTokenAddress } from "../accounts/addresses.ts";
import { light } from "../accounts/light.ts";
import { tokenAccountRent } from "../accounts/rent.ts";
import { buildClaimMessage } from "../claim/claim-message.ts";
import { addressOf, claimInput, context, friend, provenClaimInput } from "../testing.ts";
import { describeMessage } from "./describe.ts";
import { bytesOf, instruction, reasonOf, rewrite, withAccount } from "./testing.ts";

test("has the received amount, to the last unit, and the maximum cost", async () => {
  const { mint, parts } = claimInput;
  expect(await describeMessage(await bytesOf("claim"), context)).toMatchObject({
    kind: "claim",
    mint,
    tokenProgram: "token2022",
    units: 3_004n,
    parts,
    admin: null,
    // Light's fee, the rent of an account that may be created, and the network's fees.
    spend: { trade: 5_000n, rent: tokenAccountRent, signatures: 5_000n, priority: 1_200n },
  });
  expect(await describeMessage(await bytesOf("claim with proofs"), context)).toMatchObject({
    kind: "claim",
    tokenProgram: "token",
    units: 4_006n,
    parts: provenClaimInput.parts,
    spend: { trade: 10_000n },
  });
});

describe("a claim is refused", () => {
  const claim = () => bytesOf("claim");
  /** Changes the data of the decompress instruction. */
  const withData = (bytes: Uint8Array, change: (data: Uint8Array) => void) =>
    rewrite(bytes, (all) =>
      all.map((each): Instruction => {
        if (each.programAddress !== light.compressedToken) return each;
        const data = Uint8Array.from(each.data ?? []);
        change(data);
        return { ...each, data };
      }),
    );

  test("whose tokens go into another account, or whose accounts belong to another wallet", async () => {
    const bytes = await claim();
    const foreign = await associatedTokenAddress(friend, claimInput.mint);
    // The decompression's own accounts: payer, owner, authority, …, pool, destination, token program.
    for (const index of [9, 10]) expect(await reasonOf(withAccount(bytes, index, foreign))).toBe("not_canonical");
    expect(await reasonOf(withAccount(bytes, 1, addressOf(4)))).not.toBe("described");
    // The accounts of the account creation: payer, account, owner, mint.
    for (const index of [1, 3]) expect(await reasonOf(withAccount(bytes, index, foreign, -2))).toBe("not_canonical");
    expect(await reasonOf(withAccount(bytes, 2, foreign, -2))).toBe("unexpected_signer");
    expect(await reasonOf(withAccount(bytes, 11, addressOf(4)))).toBe("wrong_account");
  });

  test("that pays others, pays out another amount than it spends, or spends as a delegate", async () => {
    const bytes = await claim();
    const change = async (at: number, value: number) =>
      reasonOf(
        withData(bytes, (data) => {
          data[data.length + at] = value;
        }),
      );
    // From the end: no change of lamports, no CPI context, the amount in eight bytes, its option flag, no compression.
    expect(await change(-1, 1)).toBe("not_canonical");
    expect(await change(-2, 1)).toBe("not_canonical");
    expect(await change(-10, 9)).toBe("not_canonical");
    expect(await change(-12, 1)).toBe("not_canonical");
    // Outputs: compressed accounts for others.
    expect(await change(-16, 1)).toBe("not_canonical");
    const delegated = withData(bytes, (data) => {
      data[12 + 1 + 32] = 1;
    });
    expect(await reasonOf(delegated)).toBe("not_canonical");
  });

  test("that spends nothing, or more accounts than it lists", async () => {
    const bytes = await claim();
    const countAt = 12 + 1 + 32 + 1;
    const counting = (count: number) =>
      withData(bytes, (data) => new DataView(data.buffer).setUint32(countAt, count, true));
    expect(await reasonOf(counting(0))).toBe("invalid_data");
    expect(await reasonOf(counting(2 ** 31))).toBe("invalid_data");
    const short = rewrite(bytes, (all) =>
      all.map((each) =>
        each.programAddress === light.compressedToken
          ? { ...each, data: Uint8Array.from(each.data ?? []).slice(0, 30) }
          : each,
      ),
    );
    expect(await reasonOf(short)).toBe("invalid_data");
  });

  test("together with anything else, with two mints, or without creating its own account", async () => {
    const bytes = await claim();
    const approval = instruction(TOKEN_2022_PROGRAM_ADDRESS, [4, 1]);
    expect(await reasonOf(rewrite(bytes, (all) => [...all, approval]))).toBe("approval");
    expect(await reasonOf(rewrite(bytes, (all) => [approval, ...all]))).toBe("approval");
    const other = instruction(light.compressedToken, [1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await reasonOf(rewrite(bytes, (all) => [...all, other]))).toBe("unknown_program");
    expect(await reasonOf(rewrite(bytes, (all) => [...all, ...all.slice(-1), ...all.slice(-1)]))).toBe(
      "unknown_instruction",
    );
    expect(await reasonOf(rewrite(bytes, (all) => all.filter((_, index) => index !== 2)))).toBe("unknown_instruction");
    const foreign = await buildClaimMessage({ ...claimInput, mint: addressOf(50) });
    let second: Instruction | undefined;
    rewrite(foreign, (all) => {
      second = all.at(-1);
      return all;
    });
    if (!second) return expect.unreachable();
    const added = second;
    expect(await reasonOf(rewrite(bytes, (all) => [...all, added]))).toBe("several_trades");
    const buy = await bytesOf("buy");
    expect(await reasonOf(rewrite(buy, (all) => [...all, added]))).toBe("several_trades");
  });

  test("with more compute units than a claim may have", async () => {
    expect(await reasonOf(await buildClaimMessage({ ...claimInput, computeUnitLimit: 900_001 }))).toBe(
      "compute_budget",
    );
    expect(await reasonOf(await buildClaimMessage({ ...claimInput, computeUnitLimit: 900_000 }))).toBe("described");
  });
});

test.each([0, 11])("no instruction spends %i compressed accounts", async (count) => {
  const [part] = claimInput.parts;
  const [input] = part?.inputs ?? [];
  if (!input) return expect.unreachable();
  const parts = [{ inputs: Array.from({ length: count }, () => input), proof: null }];
  await expect(buildClaimMessage({ ...claimInput, parts })).rejects.toThrow(RangeError);
  const wrongProof = [{ inputs: [input], proof: new Uint8Array(127) }];
  await expect(buildClaimMessage({ ...claimInput, parts: wrongProof })).rejects.toThrow(RangeError);
});
