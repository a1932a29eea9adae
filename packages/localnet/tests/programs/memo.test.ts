import { Keypair, PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { client, field, signed } from "../support.ts";

describe.each([
  ["v1", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"],
  ["v3", "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"],
])("the memo program %s", (_name, id) => {
  let chain: LocalChain;
  let call: ReturnType<typeof client>;
  let payer: Keypair;

  beforeEach(() => {
    chain = createChain();
    call = client(chain);
    payer = Keypair.generate();
    call.airdrop(payer.publicKey);
  });

  afterEach(() => chain.close());

  const memo = (data: Buffer) => signed([{ programId: new PublicKey(id), keys: [], data }], payer, call.blockhash());

  it("writes a memo into the logs", () => {
    const signature = call.send(memo(Buffer.from("gm, Tribe")));
    chain.warp({ slots: 32 });
    const logs = call.logs(signature);
    expect(logs[0]).toBe(`Program ${id} invoke [1]`);
    expect(logs.at(-1)).toBe(`Program ${id} success`);
    const listed = chain.request("getSignaturesForAddress", payer.publicKey.toBase58(), { limit: 1 });
    expect(String(field(listed, 0, "memo"))).toContain("gm, Tribe");
  });

  it("refuses bytes that are no UTF-8", () => {
    expect(call.outcome(memo(Buffer.from([0xff, 0xfe])))).toEqual({ InstructionError: [0, expect.anything()] });
  });
});

describe("the memo program v3", () => {
  it("asks for the signatures of the accounts that it is given", async () => {
    const chain = createChain();
    const call = client(chain);
    const [payer, author] = [Keypair.generate(), Keypair.generate()];
    call.airdrop(payer.publicKey);
    const memo = (isSigner: boolean) => ({
      programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
      keys: [{ pubkey: author.publicKey, isSigner, isWritable: false }],
      data: Buffer.from("mine"),
    });
    expect(call.outcome(signed([memo(true)], payer, call.blockhash(), [author]))).toBeNull();
    expect(call.outcome(signed([memo(false)], payer, call.blockhash()))).toEqual({
      InstructionError: [0, "MissingRequiredSignature"],
    });
    await chain.close();
  });
});
