import { Keypair, PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain, type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, client, field, signed, temporaryFolder, transfer } from "../support.ts";

const LEVELS = ["processed", "confirmed", "finalized"] as const;

describe("each commitment has its own view", () => {
  let chain: LocalChain;
  let call: ReturnType<typeof client>;
  let payer: Keypair;

  beforeEach(() => {
    chain = createChain();
    call = client(chain);
    payer = Keypair.generate();
    call.airdrop(payer.publicKey);
    chain.warp({ slots: 40 });
  });

  afterEach(() => chain.close());

  it("of accounts, for readers and for simulations alike", () => {
    const to = Keypair.generate();
    call.send(signed([transfer(payer.publicKey, to.publicKey, 2_000_000)], payer, call.blockhash()));
    const spend = () => signed([transfer(to.publicKey, payer.publicKey, 1_000_000)], to, call.blockhash("finalized"));
    const errors = () => LEVELS.map((commitment) => field(call.simulate(spend(), { commitment }), "err"));
    const balances = () => LEVELS.map((commitment) => call.balance(to.publicKey, commitment));
    expect(balances()).toEqual([2_000_000, 0, 0]);
    expect(errors()).toEqual([null, "AccountNotFound", "AccountNotFound"]);
    chain.tick();
    expect(balances()).toEqual([2_000_000, 2_000_000, 0]);
    expect(errors()).toEqual([null, null, "AccountNotFound"]);
    chain.warp({ slots: 31 });
    expect(errors()).toEqual([null, null, null]);
    // A simulation leaves no past state behind.
    expect(call.outcome(spend())).toBeNull();
    expect(balances()).toEqual([995_000, 2_000_000, 2_000_000]);
  });

  it("of built-in accounts", () => {
    const wrapped = new PublicKey("So11111111111111111111111111111111111111112");
    const before = call.balance(wrapped);
    expect(before).toBeGreaterThan(0);
    call.send(signed([transfer(payer.publicKey, wrapped, 1_000)], payer, call.blockhash()));
    expect(LEVELS.map((level) => call.balance(wrapped, level))).toEqual([before + 1_000, before, before]);
  });

  it("of blockhashes: a preflight accepts those up to the one after its slot", () => {
    const pay = (blockhash: string) => signed([transfer(payer.publicKey, anyAddress(), 1_000_000)], payer, blockhash);
    const send = (preflightCommitment: string, of: string) =>
      call.send(pay(call.blockhash(of)), { preflightCommitment });
    expect(() => send("finalized", "confirmed")).toThrow("Blockhash not found");
    expect(() => send("finalized", "processed")).toThrow("Blockhash not found");
    for (const level of LEVELS) send(level, level);
    send("confirmed", "processed");
    send("processed", "finalized");
  });

  it("and a preflight is finalized by default", () => {
    const poor = Keypair.generate();
    call.airdrop(poor.publicKey);
    const send = () =>
      chain.request(
        "sendTransaction",
        signed([transfer(poor.publicKey, anyAddress(), 1_000_000)], poor, call.blockhash("finalized")),
        { encoding: "base64" },
      );
    expect(send).toThrow("Attempt to debit an account but found no record of a prior credit.");
    chain.warp({ slots: 32 });
    expect(call.status(String(send()))).toMatchObject({ err: null });
  });

  it("of the requested accounts after a simulation", () => {
    const to = anyAddress();
    const pay = () => signed([transfer(payer.publicKey, to, 1_000_000)], payer, call.blockhash("finalized"));
    call.send(pay());
    const after = (commitment: string) => {
      const wire = signed([transfer(payer.publicKey, to, 3_000_000)], payer, call.blockhash("finalized"));
      const value = call.simulate(wire, { commitment, accounts: { encoding: "base64", addresses: [to.toBase58()] } });
      return field(value, "accounts", 0, "lamports");
    };
    expect(LEVELS.map(after)).toEqual([4_000_000, 3_000_000, 3_000_000]);
  });

  it("of slots: minContextSlot is refused until the call's own commitment has reached it", () => {
    const wire = signed([transfer(payer.publicKey, anyAddress(), 1_000_000)], payer, call.blockhash("finalized"));
    const minContextSlot = call.slot();
    const calls = (commitment: string): (() => unknown)[] => [
      () => chain.request("getBalance", payer.publicKey.toBase58(), { commitment, minContextSlot }),
      () => chain.request("getAccountInfo", payer.publicKey.toBase58(), { commitment, minContextSlot }),
      () => chain.request("getLatestBlockhash", { commitment, minContextSlot }),
      () => call.simulate(wire, { commitment, minContextSlot }),
      () => call.send(wire, { preflightCommitment: commitment, minContextSlot }),
    ];
    const late = expect.objectContaining({ code: -32016, data: { contextSlot: call.slot("confirmed") } });
    for (const attempt of calls("confirmed")) expect(attempt).toThrow(late);
    for (const attempt of calls("finalized")) expect(attempt).toThrow("Minimum context slot has not been reached");
    chain.tick();
    for (const attempt of calls("confirmed")) attempt();
  });
});

describe("a chain that was killed", () => {
  it("continues with the next slot and block, and with the blockhashes that it returned", async () => {
    const folder = temporaryFolder();
    const options = { ledger: folder.path, slotMs: 60_000, enableWarp: true };
    const rpc = async (localnet: Localnet, method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      return field(await (await fetch(localnet.rpcUrl, { method: "POST", headers, body })).json(), "result");
    };
    const processed = { commitment: "processed" };
    const first = await startLocalnet(options);
    await rpc(first, "tribeWarp", { slots: 500 });
    const slot = Number(await rpc(first, "getSlot", processed));
    const blockhash = field(await rpc(first, "getLatestBlockhash", processed), "value", "blockhash");
    process.kill(first.pid, "SIGKILL");
    await first.stop();
    const second = await startLocalnet(options);
    expect(await rpc(second, "getSlot", processed)).toBe(slot + 1);
    expect(await rpc(second, "getBlockHeight", processed)).toBe(slot + 1);
    expect(field(await rpc(second, "isBlockhashValid", blockhash, processed), "value")).toBe(true);
    await second.stop();
    folder.remove();
  });
});
