import { once } from "node:events";
import { createServer } from "node:http";
import {
  ACCOUNT_SIZE,
  AccountLayout,
  MINT_SIZE,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { anyAddress, field, POLL_TIMEOUT } from "../support.ts";

const METAPLEX = new PublicKey("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");
const [own, plain, named, owner] = [anyAddress(), anyAddress(), anyAddress(), anyAddress()];

const text = (value: string, size = Buffer.byteLength(value)): Buffer => {
  const bytes = Buffer.alloc(4 + size);
  bytes.writeUInt32LE(size);
  bytes.write(value, 4);
  return bytes;
};
const mintData = (decimals: number): Buffer => {
  const data = Buffer.alloc(MINT_SIZE);
  const nobody = PublicKey.default;
  MintLayout.encode(
    {
      mintAuthorityOption: 0,
      mintAuthority: nobody,
      freezeAuthorityOption: 0,
      freezeAuthority: nobody,
      supply: 2n ** 63n,
      decimals,
      isInitialized: true,
    },
    data,
  );
  return data;
};
/** A Token-2022 mint with its texts. */
const mintWithTexts = (mint: PublicKey, uri: string): Buffer => {
  const value = Buffer.concat([
    ...[Buffer.alloc(32), mint.toBuffer(), text("Harbour Radio"), text("HAR"), text(uri), Buffer.alloc(4)],
  ]);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(19);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([mintData(9), Buffer.alloc(ACCOUNT_SIZE - MINT_SIZE), Buffer.from([1]), head, value]);
};
const metaplexData = (mint: PublicKey): Buffer =>
  Buffer.concat([
    ...[Buffer.from([4]), Buffer.alloc(32), mint.toBuffer()],
    ...[text("Old Coin", 32), text("OLD", 10), text("", 200), Buffer.alloc(20)],
  ]);
const holding = (mint: PublicKey, amount: bigint): Buffer => {
  const data = Buffer.alloc(ACCOUNT_SIZE);
  const nobody = PublicKey.default;
  AccountLayout.encode(
    {
      mint,
      owner,
      amount,
      delegateOption: 0,
      delegate: nobody,
      state: 1,
      isNativeOption: 0,
      isNative: 0n,
      delegatedAmount: 0n,
      closeAuthorityOption: 0,
      closeAuthority: nobody,
    },
    data,
  );
  return data;
};

let chain: LocalChain;
const files = createServer((request, response) => {
  const answers: Record<string, string> = { "/har.json": '{"image":"https://pictures.example/har.png"}' };
  response.end(answers[request.url ?? ""] ?? "no file");
});
beforeAll(async () => {
  files.listen(0, "127.0.0.1");
  await once(files, "listening");
  const address = files.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const place = PublicKey.findProgramAddressSync(
    [Buffer.from("metadata"), METAPLEX.toBuffer(), named.toBuffer()],
    METAPLEX,
  )[0];
  const account = (key: PublicKey, program: PublicKey, data: Buffer) => ({
    address: key.toBase58(),
    owner: program.toBase58(),
    lamports: 1_000_000_000n,
    data,
  });
  chain = createChain({
    accounts: [
      account(own, TOKEN_2022_PROGRAM_ID, mintWithTexts(own, `http://127.0.0.1:${port}/har.json`)),
      account(plain, TOKEN_PROGRAM_ID, mintData(0)),
      account(named, TOKEN_PROGRAM_ID, mintData(6)),
      account(place, METAPLEX, metaplexData(named)),
      account(anyAddress(), TOKEN_PROGRAM_ID, holding(plain, 3n)),
      account(anyAddress(), TOKEN_PROGRAM_ID, holding(plain, 4n)),
      account(anyAddress(), TOKEN_PROGRAM_ID, holding(named, 0n)),
    ],
  });
  chain.tick();
});
afterAll(async () => {
  await chain.close();
  files.close();
});

/** The method's parameters are one object. */
const ask = (method: string, params: object): unknown =>
  JSON.parse(chain.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })) ?? "");
const batch = (...ids: PublicKey[]) => field(ask("getAssetBatch", { ids: ids.map((id) => id.toBase58()) }), "result");

test("a batch names tokens of both programs by their own texts and by Metaplex's, and nothing else", () => {
  const found = batch(own, plain, named, anyAddress());
  const texts = [0, 1, 2].map((index) => field(found, index, "content", "metadata"));
  expect(texts).toEqual([{ name: "Harbour Radio", symbol: "HAR" }, {}, { name: "Old Coin", symbol: "OLD" }]);
  expect([0, 1, 2].map((index) => field(found, index, "token_info", "decimals"))).toEqual([9, 0, 6]);
  expect(field(found, 2, "token_info", "token_program")).toBe(TOKEN_PROGRAM_ID.toBase58());
  expect(field(found, 3)).toBeNull();
});

test("the picture of a metadata file is there once the file has been fetched", async () => {
  const picture = () => field(batch(own), 0, "content", "links", "image");
  await expect.poll(picture, POLL_TIMEOUT).toBe("https://pictures.example/har.png");
});

test("an owner's tokens are summed over their accounts, and empty ones come only when asked for", () => {
  const held = (options: object) => {
    const found = ask("getAssetsByOwner", { ownerAddress: owner.toBase58(), page: 1, options });
    const items = field(found, "result", "items");
    return Array.isArray(items)
      ? items.map((item) => [
          field(item, "id"),
          field(item, "token_info", "balance"),
          field(item, "ownership", "owner"),
        ])
      : items;
  };
  const three = [plain.toBase58(), 7, owner.toBase58()];
  expect(held({})).toEqual([]);
  expect(held({ showFungible: true })).toEqual([three]);
  expect(held({ showFungible: true, showZeroBalance: true })).toHaveLength(2);
});

test.each([
  ["getAssetBatch", {}, "ids must be provided"],
  ["getAssetBatch", { ids: ["x"] }, "Pubkey Validation Err: x is invalid"],
  ["getAssetBatch", { ids: Array.from({ length: 1_001 }, () => "x") }, "should not be greater than 1000"],
  ["getAssetsByOwner", {}, "ownerAddress must be provided"],
  ["getAssetsByOwner", { ownerAddress: PublicKey.default.toBase58(), page: 0 }, "No Pagination Method Selected"],
  ["getAssetsByOwner", { ownerAddress: PublicKey.default.toBase58(), limit: 1_001 }, "should not be greater than 1000"],
])("%s refuses %j by the standard's words", (method, params, words) => {
  const error = field(ask(method, params), "error");
  expect([field(error, "code"), field(error, "message")]).toEqual([-32000, expect.stringContaining(words)]);
});
