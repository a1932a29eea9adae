import {
  address,
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  type Blockhash,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  createAssociatedTokenAccount,
  createMint,
  getAccount,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  transfer as transferTokens,
} from "@solana/spl-token";
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, field, POLL_TIMEOUT, temporaryFolder, transfer } from "../support.ts";

const folder = temporaryFolder();
let localnet: Localnet;

beforeAll(async () => {
  localnet = await startLocalnet({ ledger: folder.path, slotMs: 250 });
});

afterAll(async () => {
  await localnet.stop();
  folder.remove();
});

describe("an unmodified @solana/web3.js", () => {
  let connection: Connection;
  let payer: Keypair;

  beforeAll(async () => {
    connection = new Connection(localnet.rpcUrl, "confirmed");
    payer = Keypair.generate();
    const signature = await connection.requestAirdrop(payer.publicKey, 100_000_000_000);
    const latest = await connection.getLatestBlockhash();
    const result = await connection.confirmTransaction({ signature, ...latest }, "confirmed");
    expect(result.value.err).toBeNull();
  });

  it("transfers and confirms by WebSocket and by polling", async () => {
    const to = anyAddress();
    const first = new Transaction().add(transfer(payer.publicKey, to, 1_000_000));
    const signature = await sendAndConfirmTransaction(connection, first, [payer]);
    expect(await connection.getBalance(to)).toBe(1_000_000);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta?.fee).toBe(5000);
    const second = new Transaction().add(transfer(payer.publicKey, to, 1_000_001));
    const polled = await connection.sendTransaction(second, [payer]);
    await expect
      .poll(async () => (await connection.getSignatureStatus(polled)).value?.confirmationStatus, POLL_TIMEOUT)
      .toBe("confirmed");
    expect(await connection.getBlockTime(found?.slot ?? 0)).toBe(found?.blockTime);
  });

  it("sends a versioned transaction with a lookup table", async () => {
    const slot = await connection.getSlot("finalized");
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: slot,
    });
    const to = anyAddress();
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: payer.publicKey,
      payer: payer.publicKey,
      addresses: [to],
    });
    await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [payer]);
    const lookup = (await connection.getAddressLookupTable(table)).value;
    if (lookup === null) throw new Error("no lookup table");
    // Addresses added to a table can be used from the next slot on.
    await expect.poll(() => connection.getSlot(), POLL_TIMEOUT).toBeGreaterThan(lookup.state.lastExtendedSlot);
    const latest = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: latest.blockhash,
      instructions: [transfer(payer.publicKey, to, 2_000_000)],
    });
    const versioned = new VersionedTransaction(message.compileToV0Message([lookup]));
    versioned.sign([payer]);
    const signature = await connection.sendTransaction(versioned);
    await connection.confirmTransaction({ signature, ...latest }, "confirmed");
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()]);
    expect(found?.version).toBe(0);
    await expect(connection.getParsedTransaction(signature, { commitment: "confirmed" })).rejects.toThrow(
      "maxSupportedTransactionVersion",
    );
  });

  it.each([
    ["SPL Token", TOKEN_PROGRAM_ID],
    ["Token-2022", TOKEN_2022_PROGRAM_ID],
  ])("makes, mints and moves tokens of %s", async (_name, program: PublicKey) => {
    const confirm = { commitment: "confirmed" } as const;
    const mint = await createMint(connection, payer, payer.publicKey, null, 6, undefined, confirm, program);
    const open = (owner: PublicKey) => createAssociatedTokenAccount(connection, payer, mint, owner, confirm, program);
    const other = Keypair.generate().publicKey;
    const [from, to] = [await open(payer.publicKey), await open(other)];
    await mintTo(connection, payer, mint, from, payer, 1_500_000n, [], confirm, program);
    const signature = await transferTokens(connection, payer, from, to, payer, 500_000n, [], confirm, program);
    expect((await getAccount(connection, to, "confirmed", program)).amount).toBe(500_000n);
    expect((await connection.getTokenSupply(mint)).value.uiAmountString).toBe("1.5");
    expect((await connection.getTokenAccountBalance(from)).value.amount).toBe("1000000");
    const largest = await connection.getTokenLargestAccounts(mint);
    expect(largest.value.map(({ amount }) => amount)).toEqual(["1000000", "500000"]);
    const parsed = await connection.getParsedTokenAccountsByOwner(other, { mint });
    expect(field(parsed.value[0]?.account.data.parsed, "info", "tokenAmount", "uiAmount")).toBe(0.5);
    const raw = await connection.getTokenAccountsByOwner(other, { programId: program });
    expect(raw.value).toHaveLength(1);
    const held = await connection.getProgramAccounts(program, {
      filters: [{ memcmp: { offset: 0, bytes: mint.toBase58() } }],
      dataSlice: { offset: 64, length: 8 },
    });
    expect(held.map(({ account }) => account.data.readBigUInt64LE())).toEqual(
      expect.arrayContaining([1_000_000n, 500_000n]),
    );
    const found = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
    const amounts = (when: "preTokenBalances" | "postTokenBalances") =>
      found?.meta?.[when]?.map(({ uiTokenAmount }) => uiTokenAmount.amount).sort();
    expect(amounts("preTokenBalances")).toEqual(["0", "1500000"]);
    expect(amounts("postTokenBalances")).toEqual(["1000000", "500000"]);
    const das = await fetch(localnet.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getTokenAccounts", params: { mint, limit: 1 } }),
    });
    expect(field(await das.json(), "result", "token_accounts")).toHaveLength(1);
  });

  it("gets notifications of accounts, programs and logs", async () => {
    const to = anyAddress();
    const notifications: string[] = [];
    const account = connection.onAccountChange(to, ({ lamports: amount }) => notifications.push(`account ${amount}`));
    const logs = connection.onLogs(to, ({ err }) => notifications.push(`logs ${String(err)}`));
    const program = connection.onProgramAccountChange(
      SystemProgram.programId,
      ({ accountId }) => accountId.equals(to) && notifications.push("program"),
    );
    // The subscriptions exist once a later one of the same connection is answered.
    await new Promise<void>((resolve) => {
      const slots = connection.onSlotChange(() => resolve(connection.removeSlotChangeListener(slots)));
    });
    await sendAndConfirmTransaction(connection, new Transaction().add(transfer(payer.publicKey, to, 3_000_000)), [
      payer,
    ]);
    await expect
      .poll(() => [...notifications].sort(), POLL_TIMEOUT)
      .toEqual(["account 3000000", "logs null", "program"]);
    await Promise.all([
      connection.removeAccountChangeListener(account),
      connection.removeOnLogsListener(logs),
      connection.removeProgramAccountChangeListener(program),
    ]);
  });
});

describe("an unmodified @solana/kit", () => {
  it("drops, transfers, confirms and reads", async () => {
    const rpc = createSolanaRpc(localnet.rpcUrl);
    const rpcSubscriptions = createSolanaRpcSubscriptions(localnet.wsUrl);
    const payer = await generateKeyPairSigner();
    const airdrop = airdropFactory({ rpc, rpcSubscriptions });
    const amount = lamports(5_000_000_000n);
    await airdrop({ commitment: "confirmed", recipientAddress: payer.address, lamports: amount });
    const { value: latest } = await rpc.getLatestBlockhash().send();
    const to = address(anyAddress().toBase58());
    const data = new Uint8Array(12);
    new DataView(data.buffer).setUint32(0, 2, true);
    new DataView(data.buffer).setBigUint64(4, 1_000_000n, true);
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(payer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(latest, draft),
      (draft) =>
        appendTransactionMessageInstruction(
          {
            programAddress: address(SystemProgram.programId.toBase58()),
            accounts: [
              { address: payer.address, role: 3, signer: payer },
              { address: to, role: 1 },
            ],
            data,
          },
          draft,
        ),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    assertIsTransactionWithBlockhashLifetime(transaction);
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: "confirmed" });
    expect((await rpc.getBalance(to, { commitment: "confirmed" }).send()).value).toBe(1_000_000n);
    const signature = getSignatureFromTransaction(transaction);
    const found = await rpc
      .getTransaction(signature, { commitment: "confirmed", encoding: "json", maxSupportedTransactionVersion: 0 })
      .send();
    expect(found?.meta?.err).toBeNull();
    expect(found?.meta?.postBalances[1]).toBe(1_000_000n);
    const blockhash: Blockhash = latest.blockhash;
    expect((await rpc.isBlockhashValid(blockhash).send()).value).toBe(true);
  });
});
