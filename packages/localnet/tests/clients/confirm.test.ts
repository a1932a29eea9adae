import {
  address,
  appendTransactionMessageInstruction,
  assertIsTransactionWithDurableNonceLifetime,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  type Nonce,
  pipe,
  sendAndConfirmDurableNonceTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  Connection,
  Keypair,
  NonceAccount,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionExpiredBlockheightExceededError,
  TransactionExpiredNonceInvalidError,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, POLL_TIMEOUT, temporaryFolder, transfer } from "../support.ts";

const folder = temporaryFolder();
let localnet: Localnet;
let connection: Connection;
let payer: Keypair;
let nonce: PublicKey;

beforeAll(async () => {
  localnet = await startLocalnet({ ledger: folder.path, slotMs: 50 });
  connection = new Connection(localnet.rpcUrl, "confirmed");
  payer = Keypair.generate();
  const signature = await connection.requestAirdrop(payer.publicKey, 100_000_000_000);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) }, "confirmed");
  const pair = Keypair.generate();
  nonce = pair.publicKey;
  const make = SystemProgram.createNonceAccount({
    fromPubkey: payer.publicKey,
    noncePubkey: nonce,
    authorizedPubkey: payer.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(80),
  });
  await sendAndConfirmTransaction(connection, new Transaction().add(make), [payer, pair]);
});

afterAll(async () => {
  await localnet.stop();
  folder.remove();
});

const readNonce = async () => {
  const found = await connection.getNonceAndContext(nonce, "confirmed");
  if (found.value === null) throw new Error("no nonce account");
  return { value: found.value.nonce, slot: found.context.slot };
};

/** A signed transfer with a durable nonce. */
async function byNonce(to: PublicKey, lamports = 1_000_000) {
  const { value, slot } = await readNonce();
  const nonceInstruction = SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: payer.publicKey });
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    minContextSlot: slot,
    nonceInfo: { nonce: value, nonceInstruction },
  }).add(transfer(payer.publicKey, to, lamports));
  transaction.sign(payer);
  return { wire: transaction.serialize(), value, slot };
}

describe("an unmodified @solana/web3.js waits for its transactions", () => {
  it("by WebSocket, to confirmed and to finalized", async () => {
    for (const commitment of ["processed", "confirmed", "finalized"] as const) {
      const to = anyAddress();
      const own = new Connection(localnet.rpcUrl, commitment);
      // A finalized blockhash is known at every preflight commitment.
      const latest = await connection.getLatestBlockhash("finalized");
      const transaction = new Transaction({ feePayer: payer.publicKey, ...latest });
      transaction.add(transfer(payer.publicKey, to, 1_000_000)).sign(payer);
      const signature = await own.sendRawTransaction(transaction.serialize(), { preflightCommitment: "confirmed" });
      expect((await own.confirmTransaction({ signature, ...latest }, commitment)).value.err).toBeNull();
      expect(await own.getBalance(to, commitment)).toBe(1_000_000);
    }
  });

  it("by polling for the status", async () => {
    const latest = await connection.getLatestBlockhash();
    const transaction = new Transaction({ feePayer: payer.publicKey, ...latest });
    transaction.add(transfer(payer.publicKey, anyAddress(), 1_000_000)).sign(payer);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    const seen: string[] = [];
    await expect
      .poll(async () => {
        const status = (await connection.getSignatureStatus(signature)).value?.confirmationStatus ?? "none";
        if (seen.at(-1) !== status) seen.push(status);
        return status;
      }, POLL_TIMEOUT)
      .toBe("finalized");
    const order = ["none", "processed", "confirmed", "finalized"];
    expect(seen).toEqual(order.filter((status) => seen.includes(status)));
  });

  it("reports a failed transaction", async () => {
    const latest = await connection.getLatestBlockhash();
    const transaction = new Transaction({ feePayer: payer.publicKey, ...latest });
    transaction.add(transfer(payer.publicKey, anyAddress(), 1e15)).sign(payer);
    const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    // The client returns the error from a notification, and throws it when it polls.
    const error: unknown = await connection.confirmTransaction({ signature, ...latest }, "confirmed").then(
      ({ value }) => value.err,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ InstructionError: [0, { Custom: 1 }] });
  });

  it("times out when the block height has passed the last valid one", async () => {
    const latest = await connection.getLatestBlockhash();
    const never = new Transaction({ feePayer: payer.publicKey, ...latest });
    never.add(transfer(payer.publicKey, anyAddress(), 1_000_000)).sign(payer);
    const signature = PublicKey.default.toBase58().repeat(2); // of a transaction that nobody sent
    const wait = connection.confirmTransaction({ signature, ...latest }, "confirmed");
    await expect(wait).rejects.toBeInstanceOf(TransactionExpiredBlockheightExceededError);
    await expect(connection.sendRawTransaction(never.serialize())).rejects.toThrow("Blockhash not found");
  });

  it("by a nonce, and notices when another transaction used it", async () => {
    const to = anyAddress();
    const { wire, value, slot } = await byNonce(to);
    const strategy = { nonceAccountPubkey: nonce, nonceValue: value, minContextSlot: slot };
    const signature = await connection.sendRawTransaction(wire);
    const { value: result } = await connection.confirmTransaction({ signature, ...strategy }, "confirmed");
    expect(result.err).toBeNull();
    expect(await connection.getBalance(to)).toBe(1_000_000);
    const unsent = PublicKey.default.toBase58().repeat(2);
    const wait = connection.confirmTransaction({ signature: unsent, ...strategy }, "confirmed");
    await expect(wait).rejects.toBeInstanceOf(TransactionExpiredNonceInvalidError);
  });
});

describe("an unmodified @solana/kit", () => {
  it("sends and confirms with a nonce", async () => {
    const rpc = createSolanaRpc(localnet.rpcUrl);
    const rpcSubscriptions = createSolanaRpcSubscriptions(localnet.wsUrl);
    const signer = await createKeyPairSignerFromBytes(payer.secretKey);
    const { value } = await readNonce();
    const to = address(anyAddress().toBase58());
    const data = new Uint8Array(12);
    new DataView(data.buffer).setUint32(0, 2, true);
    new DataView(data.buffer).setBigUint64(4, 1_000_000n, true);
    const pay = {
      programAddress: address(SystemProgram.programId.toBase58()),
      accounts: [
        { address: signer.address, role: 3, signer },
        { address: to, role: 1 },
      ],
      data,
    };
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(signer, draft),
      (draft) =>
        setTransactionMessageLifetimeUsingDurableNonce(
          {
            nonce: value as Nonce, // read from the account just now
            nonceAccountAddress: address(nonce.toBase58()),
            nonceAuthorityAddress: signer.address,
          },
          draft,
        ),
      (draft) => appendTransactionMessageInstruction(pay, draft),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    assertIsTransactionWithDurableNonceLifetime(transaction);
    const send = sendAndConfirmDurableNonceTransactionFactory({ rpc, rpcSubscriptions });
    await send(transaction, { commitment: "confirmed" });
    expect((await rpc.getBalance(to, { commitment: "confirmed" }).send()).value).toBe(1_000_000n);
    const account = await connection.getAccountInfo(nonce);
    expect(NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce).not.toBe(value);
  });
});
