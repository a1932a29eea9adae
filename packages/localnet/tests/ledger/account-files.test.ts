import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Connection, Keypair, PublicKey } from "@solana/web3.js";
import { decompress } from "fzstd";
import { afterAll, describe, expect, it } from "vitest";
import { createChain, type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, client, field, signed, temporaryFolder, transfer } from "../support.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const OWNER = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const U64_MAX = "18446744073709551615";
const data = Buffer.from(Array.from({ length: 165 }, (_, index) => index));

/** An account file as `solana account --output json` writes it, with a rent epoch in digits. */
function accountFile(name: string, rentEpoch: string): PublicKey {
  const pubkey = anyAddress();
  const account = { lamports: 2_039_280, data: [data.toString("base64"), "base64"], owner: OWNER, executable: false };
  const text = JSON.stringify({ pubkey, account: { ...account, rentEpoch: "epoch", space: data.length } });
  writeFileSync(join(folder.path, "accounts", name), text.replace('"epoch"', rentEpoch));
  return pubkey;
}

/** The text of an answer: rent epochs are beyond what a JavaScript number holds. */
async function textOf({ rpcUrl }: Localnet, key: PublicKey, encoding: string): Promise<string> {
  const params = [key, { commitment: "processed", encoding }];
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getAccountInfo", params });
  const response = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  return response.text();
}

describe("an account loaded from a file", () => {
  it("keeps every field of the file, also after restarts", async () => {
    mkdirSync(join(folder.path, "accounts"));
    const keys = {
      "0": accountFile("zero.json", "0"),
      "361": accountFile("some.json", "361"),
      "18446744073709551614": accountFile("large.json", "18446744073709551614"),
      [U64_MAX]: accountFile("exempt.json", U64_MAX),
    };
    // As a JavaScript tool writes it.
    const rounded = accountFile("rounded.json", "18446744073709552000");
    const ledger = join(folder.path, "ledger");
    for (const options of [{ ledger, accountDir: join(folder.path, "accounts") }, { ledger }]) {
      const localnet = await startLocalnet(options);
      for (const [epoch, key] of Object.entries(keys)) {
        expect(await textOf(localnet, key, "base64")).toContain(`"rentEpoch":${epoch},`);
        const seen = await new Connection(localnet.rpcUrl, "processed").getAccountInfo(key);
        expect(seen).toEqual({
          data,
          executable: false,
          lamports: 2_039_280,
          owner: OWNER,
          rentEpoch: Number(epoch),
          space: 165,
        });
      }
      expect(await textOf(localnet, rounded, "base64")).toContain(`"rentEpoch":${U64_MAX},`);
      const packed = /"data":\["([^"]+)","base64\+zstd"\]/.exec(await textOf(localnet, rounded, "base64+zstd"));
      expect(Buffer.from(decompress(Buffer.from(String(packed?.[1]), "base64")))).toEqual(data);
      await localnet.stop();
    }
  });

  it("pays no rent any more once a transaction has written to it, unless its balance is too small", async () => {
    const [rich, poor] = [Keypair.generate(), anyAddress()];
    const system = PublicKey.default.toBase58();
    const chain = createChain({
      accounts: [
        { address: rich.publicKey.toBase58(), owner: system, lamports: 5_000_000_000n, rentEpoch: 7n },
        { address: poor.toBase58(), owner: system, lamports: 1_000n, rentEpoch: 8n },
      ],
    });
    const calls = client(chain);
    const epochOf = (key: PublicKey) => {
      const config = { commitment: "processed" };
      return field(chain.request("getAccountInfo", key.toBase58(), config), "value", "rentEpoch");
    };
    expect([epochOf(rich.publicKey), epochOf(poor)]).toEqual([7, 8]);
    const poorGets = transfer(rich.publicKey, poor, 1);
    expect(calls.outcome(signed([poorGets], rich, calls.blockhash()))).toBeNull();
    expect([epochOf(rich.publicKey), epochOf(poor)]).toEqual([2 ** 64, 8]);
    await chain.close();
  });
});
