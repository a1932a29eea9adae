import { readFileSync } from "node:fs";
import { Keypair, PublicKey, type TransactionInstruction } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { codeOf, codeSize, LOADER, loader, PROGRAM_SIZE } from "../fixtures/loader.ts";
import { anyAddress, client, signed, temporaryFolder, transfer } from "../support.ts";

const MEMO_V3 = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const CURVE = readFileSync(new URL("../../../../programs/artifacts/curve.so", import.meta.url));
const CHUNK = 900;
const NOT_DEPLOYED = { InstructionError: [0, "UnsupportedProgramId"] };

describe("the upgradeable loader", () => {
  const folder = temporaryFolder();
  let chain: LocalChain;
  let call: ReturnType<typeof client>;
  let payer: Keypair;
  let calls = 0;

  beforeEach(() => {
    chain = createChain({ ledger: folder.path });
    call = client(chain);
    payer = Keypair.generate();
    call.airdrop(payer.publicKey, 100_000_000_000);
  });

  afterEach(async () => {
    await chain.close();
    folder.remove();
  });

  const reopen = async () => {
    await chain.close();
    chain = createChain({ ledger: folder.path });
    call = client(chain);
  };
  const rent = (size: number) => Number(chain.request("getMinimumBalanceForRentExemption", size));
  const run = (instructions: TransactionInstruction[], ...others: Keypair[]) =>
    call.outcome(signed(instructions, payer, call.blockhash(), others));
  const must = (instructions: TransactionInstruction[], ...others: Keypair[]) => {
    expect(run(instructions, ...others)).toBeNull();
  };
  const elfOf = (program: PublicKey) => call.account(program)?.data ?? Buffer.alloc(0);

  /** Writes code into a new buffer, in as many transactions as needed. */
  const upload = (elf: Buffer, authority = payer) => {
    const buffer = Keypair.generate();
    const others = authority === payer ? [] : [authority];
    must(
      loader.createBuffer(payer.publicKey, buffer.publicKey, authority.publicKey, elf.length, rent(37 + elf.length)),
      buffer,
    );
    for (let at = 0; at < elf.length; at += CHUNK) {
      must([loader.write(buffer.publicKey, authority.publicKey, at, elf.subarray(at, at + CHUNK))], ...others);
    }
    return buffer.publicKey;
  };
  const deploy = (elf: Buffer, maxDataLen = elf.length) => {
    const [program, buffer] = [Keypair.generate(), upload(elf)];
    const lamports = rent(PROGRAM_SIZE);
    must(loader.deploy(payer.publicKey, program.publicKey, buffer, payer.publicKey, { lamports, maxDataLen }), program);
    return program.publicKey;
  };
  const memo = (program: PublicKey): TransactionInstruction => ({
    programId: program,
    keys: [],
    data: Buffer.from(`hello ${calls++}`), // no two calls are the same transaction
  });
  const outcomeOf = (program: PublicKey) => {
    const signature = call.send(
      signed([memo(program), transfer(payer.publicKey, anyAddress(), 1e6)], payer, call.blockhash()),
    );
    chain.warp({ slots: 32 });
    return call.logs(signature).some((line) => line.includes("hello"));
  };

  it("deploys a program that runs from the next slot on, also after a restart", async () => {
    const elf = elfOf(MEMO_V3);
    const program = deploy(elf);
    expect(call.account(program)).toMatchObject({ executable: true, owner: LOADER.toBase58() });
    expect(call.account(codeOf(program))?.data).toHaveLength(codeSize(elf.length));
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
    chain.tick();
    expect(run([memo(program)])).toBeNull();
    await reopen();
    expect(run([memo(program)])).toBeNull();
    const held = chain.request("getProgramAccounts", LOADER.toBase58(), {
      encoding: "base64",
      commitment: "processed",
    });
    expect(JSON.stringify(held)).toContain(program.toBase58());
  });

  it("runs the new code from the slot after an upgrade, and pays the rest to the spill account", async () => {
    const program = deploy(CURVE);
    chain.tick();
    const byCurve = run([memo(program)]);
    expect([null, NOT_DEPLOYED]).not.toContainEqual(byCurve);
    const spill = anyAddress();
    const buffer = upload(elfOf(MEMO_V3));
    const lamports = call.balance(buffer);
    const upgrade = [loader.upgrade(program, buffer, spill, payer.publicKey)];
    must(upgrade);
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
    chain.tick();
    expect(outcomeOf(program)).toBe(true);
    expect(call.balance(spill)).toBe(lamports);
    await reopen();
    expect(outcomeOf(program)).toBe(true);
    expect(run(upgrade)).toEqual({ InstructionError: [0, "IncorrectProgramId"] });
  });

  it("refuses a second upgrade in the slot of the first, and invalid code", () => {
    const program = deploy(elfOf(MEMO_V3), 20_000);
    const [one, two] = [upload(elfOf(MEMO_V3)), upload(Buffer.alloc(500, 7))];
    expect(run([loader.upgrade(program, one, payer.publicKey, payer.publicKey)])).toEqual({
      InstructionError: [0, "InvalidArgument"],
    });
    chain.tick();
    expect(run([loader.upgrade(program, two, payer.publicKey, payer.publicKey)])).toEqual({
      InstructionError: [0, "InvalidAccountData"],
    });
    expect(run([memo(program)])).toBeNull();
  });

  it("requires the authority, which can be transferred, checked or not, and removed", () => {
    const [heir, stranger] = [Keypair.generate(), Keypair.generate()];
    const program = deploy(elfOf(MEMO_V3));
    chain.tick();
    const code = codeOf(program);
    const wrong = { InstructionError: [0, "IncorrectAuthority"] };
    expect(run([loader.setAuthority(code, stranger.publicKey, stranger.publicKey)], stranger)).toEqual(wrong);
    must([loader.setAuthorityChecked(code, payer.publicKey, heir.publicKey)], heir);
    expect(run([loader.setAuthority(code, payer.publicKey, payer.publicKey)])).toEqual(wrong);
    const upgrade = (authority: Keypair) => [
      loader.upgrade(program, upload(elfOf(MEMO_V3), authority), payer.publicKey, authority.publicKey),
    ];
    expect(run(upgrade(payer))).toEqual(wrong);
    must(upgrade(heir), heir);
    must([loader.setAuthority(code, heir.publicKey, undefined)], heir);
    chain.tick();
    expect(run(upgrade(heir), heir)).toEqual({ InstructionError: [0, "Immutable"] });
    expect(run([memo(program)])).toBeNull();
  });

  it("closes a program permanently, refunds its lamports, and keeps it closed after a restart", async () => {
    const program = deploy(elfOf(MEMO_V3));
    const close = [loader.close(codeOf(program), payer.publicKey, payer.publicKey, program)];
    expect(run(close)).toEqual({ InstructionError: [0, "InvalidArgument"] });
    chain.tick();
    expect(run([memo(program)])).toBeNull();
    const lamports = call.balance(codeOf(program));
    const before = call.balance(payer.publicKey);
    must(close);
    expect(call.balance(payer.publicKey)).toBe(before + lamports - 5000);
    expect(call.account(codeOf(program))).toBeNull();
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
    chain.tick();
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
    await reopen();
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
  });

  it("survives lamports sent to a closed program, in the same transaction and later", async () => {
    const program = deploy(elfOf(MEMO_V3));
    chain.tick();
    const code = codeOf(program);
    must([
      loader.close(code, payer.publicKey, payer.publicKey, program),
      transfer(payer.publicKey, code, rent(200)),
      transfer(payer.publicKey, program, 1),
    ]);
    must([transfer(payer.publicKey, code, 1), transfer(payer.publicKey, program, 1)]);
    chain.tick();
    must([transfer(payer.publicKey, program, 2)]);
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
    await reopen();
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
  });

  it("closes a buffer", () => {
    const buffer = upload(elfOf(MEMO_V3));
    must([loader.close(buffer, payer.publicKey, payer.publicKey)]);
    expect(call.account(buffer)).toBeNull();
  });

  it("extends a program, which then has room for more code", () => {
    const small = elfOf(MEMO_V3);
    const program = deploy(small);
    chain.tick();
    const buffer = upload(CURVE);
    const upgrade = [loader.upgrade(program, buffer, payer.publicKey, payer.publicKey)];
    expect(run(upgrade)).toEqual({ InstructionError: [0, "AccountDataTooSmall"] });
    must([loader.extend(program, payer.publicKey, CURVE.length)]);
    expect(call.account(codeOf(program))?.data).toHaveLength(codeSize(small.length + CURVE.length));
    expect(run([memo(program)])).toEqual(NOT_DEPLOYED);
    chain.tick();
    expect(run([memo(program)])).toBeNull();
    must(upgrade);
    chain.tick();
    expect([null, NOT_DEPLOYED]).not.toContainEqual(run([memo(program)]));
  });

  it("shows each commitment its own code", () => {
    chain.warp({ slots: 32 });
    const program = deploy(elfOf(MEMO_V3));
    chain.tick();
    const wire = signed([memo(program)], payer, call.blockhash());
    const error = (commitment: string) => call.simulate(wire, { commitment, replaceRecentBlockhash: true });
    expect(error("processed")).toMatchObject({ err: null });
    expect(error("confirmed")).toMatchObject({ err: NOT_DEPLOYED });
    expect(error("finalized")).toMatchObject({ err: "ProgramAccountNotFound" });
    chain.tick();
    expect(error("confirmed")).toMatchObject({ err: null });
    must([loader.close(codeOf(program), payer.publicKey, payer.publicKey, program)]);
    chain.tick();
    chain.tick();
    expect(error("confirmed")).toMatchObject({ err: NOT_DEPLOYED });
    chain.warp({ slots: 29 });
    expect(error("finalized")).toMatchObject({ err: null });
    expect(error("processed")).toMatchObject({ err: NOT_DEPLOYED });
    chain.warp({ slots: 5 });
    expect(error("finalized")).toMatchObject({ err: NOT_DEPLOYED });
  });
});
