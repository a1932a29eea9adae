import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AccountClient, AnchorError, AnchorProvider, type Idl, Program, utils, Wallet } from "@coral-xyz/anchor";
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anchorIdl } from "../../../../scripts/programs/anchor-idl.ts";
import { readDefinition } from "../../../../scripts/programs/read-rust.ts";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { codeOf, loader, PROGRAM_SIZE } from "../fixtures/loader.ts";
import { field, POLL_TIMEOUT, temporaryFolder } from "../support.ts";

const CURVE = fileURLToPath(new URL("../../../../programs/artifacts/curve.so", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../../../programs/curve", import.meta.url));
const IDL = anchorIdl(readDefinition(SOURCE)) as Idl; // as a release has it
const CHUNK = 900;
const ANCHOR_EVENT = 8;
const NOT_DEPLOYED = { InstructionError: [0, "UnsupportedProgramId"] };

const folder = temporaryFolder();
const authority = Keypair.generate();
const options = {
  ledger: folder.path,
  slotMs: 200,
  programs: [{ id: IDL.address, file: CURVE, authority: authority.publicKey.toBase58() }],
};
let localnet: Localnet;
let connection: Connection;
let payer: Keypair;

beforeAll(async () => {
  localnet = await startLocalnet(options);
  connection = new Connection(localnet.rpcUrl, "confirmed");
  payer = Keypair.generate();
  for (const { publicKey } of [payer, authority]) {
    const signature = await connection.requestAirdrop(publicKey, 100_000_000_000);
    await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) }, "confirmed");
  }
});

afterAll(async () => {
  await localnet.stop();
  folder.remove();
});

describe("an unmodified @solana/web3.js deploys our program", () => {
  const send = (instructions: TransactionInstruction[], ...others: Keypair[]) =>
    sendAndConfirmTransaction(connection, new Transaction().add(...instructions), [payer, ...others]);

  it("through the loader's own instructions, and it is there after a SIGKILL", async () => {
    const elf = readFileSync(CURVE);
    const [buffer, program] = [Keypair.generate(), Keypair.generate()];
    const me = payer.publicKey;
    const lamports = await connection.getMinimumBalanceForRentExemption(37 + elf.length);
    await send(loader.createBuffer(me, buffer.publicKey, me, elf.length, lamports), buffer);
    const writes: string[] = [];
    for (let at = 0; at < elf.length; at += CHUNK) {
      const latest = await connection.getLatestBlockhash();
      const write = new Transaction({ feePayer: me, ...latest }).add(
        loader.write(buffer.publicKey, me, at, elf.subarray(at, at + CHUNK)),
      );
      writes.push(await connection.sendTransaction(write, [payer]));
    }
    await expect
      .poll(async () => {
        const { value } = await connection.getSignatureStatuses(writes);
        return value.every((status) => status?.confirmationStatus !== "processed" && status?.err === null);
      }, POLL_TIMEOUT)
      .toBe(true);
    const rent = { lamports: await connection.getMinimumBalanceForRentExemption(PROGRAM_SIZE), maxDataLen: elf.length };
    await send(loader.deploy(me, program.publicKey, buffer.publicKey, me, rent), program);
    const call = async (text: string) => {
      const instruction = { programId: program.publicKey, keys: [], data: Buffer.from(text) };
      const latest = await connection.getLatestBlockhash();
      return connection.simulateTransaction(new Transaction({ feePayer: me, ...latest }).add(instruction), [payer]);
    };
    // As on a node, a program can be called from the slot after its deployment on.
    await expect.poll(async () => (await call("one")).value.err, POLL_TIMEOUT).not.toEqual(NOT_DEPLOYED);
    const answer = (await call("two")).value;
    expect(field(answer.err, "InstructionError", 0)).toBe(0);
    expect(answer.logs?.[0]).toBe(`Program ${program.publicKey.toBase58()} invoke [1]`);
    const shown = await connection.getParsedAccountInfo(program.publicKey);
    expect(field(shown.value?.data, "parsed", "info", "programData")).toBe(codeOf(program.publicKey).toBase58());

    const pid = localnet.pid;
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, "SIGKILL");
    await localnet.stop();
    localnet = await startLocalnet({ ...options, rpcPort: localnet.rpcPort });
    const after = (await call("three")).value;
    expect(after.err).toEqual(answer.err);
    expect((await connection.getAccountInfo(codeOf(program.publicKey)))?.data.subarray(45)).toEqual(elf);
  });
});

describe("an unmodified @coral-xyz/anchor works with our program", () => {
  let program: Program;
  let factory: PublicKey;

  const at = (...seeds: string[]) => {
    return PublicKey.findProgramAddressSync(
      seeds.map((seed) => Buffer.from(seed)),
      new PublicKey(IDL.address),
    )[0];
  };

  beforeAll(() => {
    const provider = new AnchorProvider(connection, new Wallet(payer), { commitment: "confirmed" });
    program = new Program(IDL, provider);
    factory = at("factory");
  });

  const method = (name: string, ...args: unknown[]) => {
    const make = program.methods[name];
    if (make === undefined) throw new Error(`no method ${name}`);
    return make(...args);
  };

  it("sends instructions, reads accounts, and finds events in the calls that the program makes to itself", async () => {
    const [admin, superAdmin] = [Keypair.generate(), Keypair.generate()];
    const signature = await method("initializeFactory", admin.publicKey)
      .accounts({ payer: payer.publicKey, upgradeAuthority: authority.publicKey, superAdmin: superAdmin.publicKey })
      .signers([authority, superAdmin])
      .rpc();
    const account = new AccountClient(IDL, accountDefinition("Factory"), program.programId, program.provider);
    const state: unknown = await account.fetch(factory);
    expect(String(field(state, "admin"))).toBe(admin.publicKey.toBase58());
    expect(await account.all()).toHaveLength(1);

    const found = await connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
      commitment: "confirmed",
    });
    const keys = found?.transaction.message.getAccountKeys();
    const calls = found?.meta?.innerInstructions?.flatMap(({ instructions }) => instructions) ?? [];
    const own = calls.filter(({ programIdIndex }) => keys?.get(programIdIndex)?.equals(program.programId));
    const events = own.map(({ data }) => {
      const bytes = utils.bytes.bs58.decode(data).subarray(ANCHOR_EVENT);
      return program.coder.events.decode(utils.bytes.base64.encode(bytes))?.name;
    });
    expect(events).toEqual(["factoryInitialized"]);

    const paused = await method("pause").accounts({ superAdmin: superAdmin.publicKey }).signers([superAdmin]).rpc();
    const status = await connection.getSignatureStatus(paused);
    expect(status.value?.err).toBeNull();
    expect(field(await account.fetch(factory), "paused")).toBeTruthy();
  });

  it("parses the program's errors as Anchor's", async () => {
    const stranger = Keypair.generate();
    const attempt = method("pause").accounts({ superAdmin: stranger.publicKey }).signers([stranger]).rpc();
    const error: unknown = await attempt.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AnchorError);
    if (!(error instanceof AnchorError)) return;
    expect(IDL.errors?.map(({ code }) => code)).toContain(error.error.errorCode.number);
    expect(error.program.toBase58()).toBe(IDL.address);
    expect(error.logs.length).toBeGreaterThan(2);
  });

  it("gets notifications of its accounts", async () => {
    const account = new AccountClient(IDL, accountDefinition("Factory"), program.programId, program.provider);
    const states: unknown[] = [];
    const emitter = account.subscribe(factory, "confirmed");
    emitter.on("change", (state: unknown) => states.push(state));
    await connection.requestAirdrop(factory, 5_000_000);
    await expect.poll(() => states.length, POLL_TIMEOUT).toBeGreaterThan(0);
    await account.unsubscribe(factory);
  });
});

function accountDefinition(name: string) {
  const found = IDL.accounts?.find((account) => account.name === name);
  if (found === undefined) throw new Error(`the IDL has no account ${name}`);
  return found;
}
