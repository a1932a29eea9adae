import {
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeInterestBearingMintInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  createTransferInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { Keypair, type PublicKey, SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyAddress, client, field, signed } from "../support.ts";
import { type RpcWorld, rpcWorld } from "./world.ts";

let world: RpcWorld;
const program = TOKEN_2022_PROGRAM_ID;

beforeAll(() => {
  world = rpcWorld();
});

afterAll(async () => {
  await world.chain.close();
});

const request = (method: string, ...params: unknown[]) => world.chain.request(method, ...params);
const errorOf = (method: string, params: unknown) => {
  const text = world.chain.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })) ?? "";
  return field(JSON.parse(text), "error");
};
const addressesIn = (value: unknown) => (value as { pubkey: string }[]).map(({ pubkey }) => pubkey); // keyed accounts

/** Gives tokens to fresh owners. */
function mintTo(count: number, amount: (index: number) => number): PublicKey[] {
  const call = client(world.chain);
  const { payer, mint } = world;
  return Array.from({ length: count }, (_, index) => {
    const owner = anyAddress();
    const account = getAssociatedTokenAddressSync(mint, owner, true, program);
    const open = createAssociatedTokenAccountIdempotentInstruction(payer.publicKey, account, owner, mint, program);
    const minted = createMintToInstruction(mint, account, payer.publicKey, amount(index), [], program);
    call.send(signed([open, minted], payer, call.blockhash()));
    return account;
  });
}

describe("getTokenAccountsByDelegate", () => {
  const by = (filter: Record<string, string>, config = {}) =>
    field(request("getTokenAccountsByDelegate", world.delegate.toBase58(), filter, config), "value");

  it("finds by mint and by program", () => {
    const expected = [world.holder.toBase58()];
    expect(addressesIn(by({ mint: world.mint.toBase58() }, { encoding: "base64" }))).toEqual(expected);
    expect(addressesIn(by({ programId: program.toBase58() }, { encoding: "base64" }))).toEqual(expected);
    expect(by({ programId: TOKEN_PROGRAM_ID.toBase58() })).toEqual([]);
  });

  it("drops a replaced delegate from the commitment on that has reached the change", () => {
    const call = client(world.chain);
    const { payer, holder } = world;
    const approve = createApproveInstruction(holder, anyAddress(), payer.publicKey, 1, [], program);
    call.send(signed([approve], payer, call.blockhash()));
    const filter = { mint: world.mint.toBase58() };
    expect(by(filter, { encoding: "base64", commitment: "processed" })).toEqual([]);
    expect(by(filter, { encoding: "base64" })).toHaveLength(1);
  });
});

describe("getProgramAccounts", () => {
  const find = (config: Record<string, unknown>) =>
    request("getProgramAccounts", program.toBase58(), { encoding: "base64", commitment: "processed", ...config });

  it("answers in the order of addresses, with a context when asked", () => {
    const found = addressesIn(find({}));
    const bytes = (text: string) => Buffer.from(text);
    expect(found.length).toBeGreaterThan(2);
    const wrapped = find({ withContext: true, sortResults: false });
    expect(addressesIn(field(wrapped, "value")).sort((a, b) => bytes(a).compare(bytes(b)))).toEqual(
      [...found].sort((a, b) => bytes(a).compare(bytes(b))),
    );
    expect(field(wrapped, "context", "slot")).toBe(request("getSlot", { commitment: "processed" }));
  });

  it("applies all filters together and slices data", () => {
    const memcmp = { offset: 0, bytes: world.mint.toBase58() };
    const filters = ["tokenAccountState", { memcmp }];
    const found = find({ filters, dataSlice: { offset: 64, length: 8 } }) as { account: { data: string[] } }[]; // accounts
    const amounts = found.map(({ account }) => Buffer.from(account.data[0] ?? "", "base64").readBigUInt64LE());
    expect(amounts.sort()).toEqual([1_000_000n, 500_000n].sort());
    expect(find({ filters: [...filters, { dataSize: 82 }] })).toEqual([]);
  });

  it("refuses more than 128 bytes in base58", () => {
    expect(errorOf("getProgramAccounts", [program.toBase58(), { encoding: "base58" }])).toEqual({
      code: -32600,
      message: "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.",
    });
  });
});

describe("getTokenLargestAccounts", () => {
  it("shows the 20 largest of many", () => {
    mintTo(25, (index) => index + 1);
    const found = request("getTokenLargestAccounts", world.mint.toBase58(), { commitment: "processed" });
    const amounts = (field(found, "value") as { amount: string }[]).map(({ amount }) => Number(amount)); // by contract
    expect(amounts).toEqual([1_000_000, 500_000, ...Array.from({ length: 18 }, (_, index) => 25 - index)]);
  });
});

describe("amounts of an interest-bearing mint", () => {
  it("grow with the chain's clock", () => {
    const call = client(world.chain);
    const { payer } = world;
    const mint = Keypair.generate();
    const owner = payer.publicKey;
    const space = getMintLen([ExtensionType.InterestBearingConfig]);
    const account = getAssociatedTokenAddressSync(mint.publicKey, owner, false, program);
    const create = SystemProgram.createAccount({
      fromPubkey: owner,
      newAccountPubkey: mint.publicKey,
      lamports: Number(request("getMinimumBalanceForRentExemption", space)),
      space,
      programId: program,
    });
    const instructions = [
      create,
      createInitializeInterestBearingMintInstruction(mint.publicKey, owner, 10_000, program),
      createInitializeMint2Instruction(mint.publicKey, 6, owner, null, program),
      createAssociatedTokenAccountIdempotentInstruction(owner, account, owner, mint.publicKey, program),
      createMintToInstruction(mint.publicKey, account, owner, 1_000_000, [], program),
    ];
    call.send(signed(instructions, payer, call.blockhash(), [mint]));
    world.chain.warp({ seconds: 365.24 * 24 * 3600 });
    const processed = { commitment: "processed" };
    const about = { amount: "1000000", decimals: 6, uiAmountString: expect.stringMatching(/^2\.7182/) };
    expect(request("getTokenSupply", mint.publicKey.toBase58(), processed)).toMatchObject({ value: about });
    expect(request("getTokenAccountBalance", account.toBase58(), processed)).toMatchObject({ value: about });
    expect(request("getTokenLargestAccounts", mint.publicKey.toBase58(), processed)).toMatchObject({ value: [about] });
  });
});

describe("getTokenAccounts of the Digital Asset Standard", () => {
  const list = (params: Record<string, unknown>) => {
    const text =
      world.chain.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getTokenAccounts", params })) ?? "";
    // Written by the package: either a listing or an error.
    return (JSON.parse(text) as { result: Record<string, unknown> & { token_accounts: { address: string }[] } }).result;
  };
  const mint = () => ({ mint: world.mint.toBase58() });
  const addresses = (params: Record<string, unknown>) => list(params).token_accounts.map(({ address }) => address);

  it("pages by number and by cursor through the same list", () => {
    mintTo(5, (index) => index);
    world.chain.tick();
    const all = addresses(mint());
    const numbered = [1, 2, 3, 4, 5, 6].flatMap((page) => addresses({ ...mint(), limit: 6, page }));
    expect(numbered).toEqual(all);
    const walked: string[] = [];
    let cursor: unknown;
    for (let page = list({ ...mint(), limit: 4 }); page.token_accounts.length > 0; ) {
      walked.push(...page.token_accounts.map(({ address }) => address));
      cursor = page.cursor;
      page = list({ ...mint(), limit: 4, cursor });
    }
    expect(walked).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
  });

  it("shows empty accounts only on request", () => {
    const shown = addresses({ ...mint(), options: { showZeroBalance: true } });
    expect(shown.length).toBe(addresses(mint()).length + 1);
  });

  it("lists by owner, and by owner and mint", () => {
    const owner = world.payer.publicKey.toBase58();
    expect(list({ owner }).token_accounts).toContainEqual({
      address: world.holder.toBase58(),
      mint: world.mint.toBase58(),
      owner,
      amount: 1_000_000,
      delegated_amount: 1,
      frozen: false,
      burnt: null,
    });
    expect(addresses({ owner, ...mint() })).toEqual([world.holder.toBase58()]);
    expect(list({ owner, mint: anyAddress().toBase58() })).toMatchObject({ total: 0, token_accounts: [] });
  });

  it("shows a transfer once it is confirmed", () => {
    const call = client(world.chain);
    const { payer, holder, mint: token } = world;
    const owner = anyAddress();
    const to = getAssociatedTokenAddressSync(token, owner, true, program);
    const open = createAssociatedTokenAccountIdempotentInstruction(payer.publicKey, to, owner, token, program);
    const move = createTransferInstruction(holder, to, payer.publicKey, 5, [], program);
    call.send(signed([open, move], payer, call.blockhash()));
    expect(addresses({ owner: owner.toBase58() })).toEqual([]);
    world.chain.tick();
    expect(addresses({ owner: owner.toBase58() })).toEqual([to.toBase58()]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, "Validation Error: Owner or mint must be provided"],
    [{ mint: "x" }, "Pubkey Validation Err: x is invalid"],
    [{ owner: "y" }, "Pubkey Validation Err: y is invalid"],
    [{ limit: 1001 }, "Pagination Error. Limit should not be greater than 1000."],
    [{ page: 1, cursor: "z" }, "Pagination Error. Only one pagination parameter supported per query."],
    [{ page: 0 }, "Pagination Error. No Pagination Method Selected"],
    [{ cursor: "z" }, "Cursor Validation Err: z is invalid"],
  ])("refuses %j", (params, message) => {
    expect(errorOf("getTokenAccounts", params)).toEqual({ code: -32000, message });
  });
});

describe("getSupply and getLargestAccounts", () => {
  it("count every lamport, less the fees that were burned", () => {
    const call = { jsonrpc: "2.0", id: 1, method: "getSupply", params: [{ commitment: "processed" }] };
    // As digits: the total is beyond what a JavaScript number holds.
    const read = () => BigInt(/"total":(\d+)/.exec(world.chain.answer(JSON.stringify(call)) ?? "")?.[1] ?? 0);
    const before = read();
    client(world.chain).send(world.transferWire());
    expect(before - read()).toBe(5000n);
    const largest = field(request("getLargestAccounts", { commitment: "processed" }), "value");
    const lamports = (largest as { lamports: number }[]).map((entry) => entry.lamports); // by the method's contract
    expect(lamports).toHaveLength(20);
    expect([...lamports].sort((a, b) => b - a)).toEqual(lamports);
    expect(field(request("getLargestAccounts", { filter: "nonCirculating" }), "value")).toEqual([]);
  });
});
