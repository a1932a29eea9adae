import { Ed25519Program, Keypair, SystemProgram } from "@solana/web3.js";
import { afterAll, describe, expect, it } from "vitest";
import { createChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, temporaryFolder, transfer } from "../support.ts";

const SIGNATURE = 720;
const ED25519 = 2400;
const WRITE_LOCK = 300;
const PAGE = 8;
const TRANSFER_UNITS = 150;

describe("costUnits", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it("are what Agave's cost model counts for an executed transaction", async () => {
    const ledger = folder.path;
    const chain = createChain({ ledger });
    const calls = client(chain);
    const [payer, other] = [Keypair.generate(), Keypair.generate()];
    for (const { publicKey } of [payer, other]) calls.airdrop(publicKey);
    const from = payer.publicKey;
    const send = (instructions: Parameters<typeof signed>[0], signers: Keypair[] = []) =>
      calls.send(signed(instructions, payer, calls.blockhash(), signers), { skipPreflight: true });
    const message = Buffer.from("signed words");
    const signedWords = Ed25519Program.createInstructionWithPrivateKey({ privateKey: payer.secretKey, message });
    const create = SystemProgram.createAccount({
      fromPubkey: from,
      newAccountPubkey: other.publicKey,
      lamports: 10 ** 9,
      space: 40_000,
      programId: SystemProgram.programId,
    });
    // 12 bytes of data are 3 units.
    const base = SIGNATURE + 2 * WRITE_LOCK + 3 + TRANSFER_UNITS + PAGE;
    const expected: [string, number][] = [
      [send([transfer(from, anyAddress(), 1_000_000)]), base],
      [send([transfer(from, anyAddress(), 1e15)]), base],
      // Two transfers out of one account and one out of another: three signatures' worth of accounts, 36 bytes.
      [
        send(
          [transfer(from, anyAddress(), 1_000_000), transfer(other.publicKey, from, 5), transfer(from, from, 6)],
          [other],
        ),
        2 * SIGNATURE + 3 * WRITE_LOCK + 9 + 3 * TRANSFER_UNITS + PAGE,
      ],
      [
        send([signedWords, transfer(from, anyAddress(), 1_000_000)]),
        SIGNATURE + ED25519 + 2 * WRITE_LOCK + Math.floor((signedWords.data.length + 12) / 4) + TRANSFER_UNITS + PAGE,
      ],
      // A transaction with a missing program only pays the fee.
      [
        send([{ programId: anyAddress(), keys: [], data: Buffer.alloc(9) } as Parameters<typeof signed>[0][number]]),
        SIGNATURE + WRITE_LOCK + 2,
      ],
      [send([create], [other]), 2 * SIGNATURE + 2 * WRITE_LOCK + 13 + TRANSFER_UNITS + PAGE],
    ];
    chain.tick();
    const seen = (read: typeof chain) =>
      expected.map(([signature]) => {
        const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 };
        return field(read.request("getTransaction", signature, config), "meta", "costUnits");
      });
    expect(seen(chain)).toEqual(expected.map(([, units]) => units));
    await chain.close();
    const again = createChain({ ledger });
    again.tick();
    expect(seen(again)).toEqual(expected.map(([, units]) => units));
    await again.close();
  });
});
