import {
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
} from "@solana/spl-token";
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from "@solana/web3.js";
import { createChain, type LocalChain } from "../../src/index.ts";
import { anyAddress, client, signed, signedV0, transfer } from "../support.ts";

const MINT_BYTES = 82;
const FINAL = 40;
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** A chain with some data for every method, all of it final. */
export interface RpcWorld {
  readonly chain: LocalChain;
  readonly payer: Keypair;
  /** A Token-2022 mint with 6 decimals and 1,500,000 base units, of which the payer holds 1,000,000. */
  readonly mint: PublicKey;
  readonly holder: PublicKey;
  readonly other: PublicKey;
  /** May spend 250,000 of the payer's. */
  readonly delegate: PublicKey;
  readonly nonce: PublicKey;
  readonly table: PublicKey;
  /** Received 1,000,000 lamports with a memo, then 2,000,000 through the lookup table. */
  readonly to: PublicKey;
  readonly signatures: { readonly memo: string; readonly versioned: string; readonly failed: string };
  /** A transfer of 1,000,000 lamports to a fresh address, signed but not sent, as base64. */
  transferWire(commitment?: string): string;
}

/** Creates such a chain in this process. */
export function rpcWorld(): RpcWorld {
  const chain = createChain();
  const call = client(chain);
  const [payer, mint, nonce] = [Keypair.generate(), Keypair.generate(), Keypair.generate()];
  const [to, other, delegate] = [anyAddress(), anyAddress(), anyAddress()];
  call.airdrop(payer.publicKey, 100_000_000_000);
  chain.tick();
  const send = (instructions: TransactionInstruction[], signers: Keypair[] = [], config = {}) =>
    call.send(signed(instructions, payer, call.blockhash(), signers), config);
  const from = payer.publicKey;
  const program = TOKEN_2022_PROGRAM_ID;
  const holder = getAssociatedTokenAddressSync(mint.publicKey, from, false, program);
  const second = getAssociatedTokenAddressSync(mint.publicKey, other, true, program);
  const rent = (bytes: number) => Number(chain.request("getMinimumBalanceForRentExemption", bytes));
  send(
    [
      SystemProgram.createAccount({
        fromPubkey: from,
        newAccountPubkey: mint.publicKey,
        lamports: rent(MINT_BYTES),
        space: MINT_BYTES,
        programId: program,
      }),
      createInitializeMint2Instruction(mint.publicKey, 6, from, null, program),
      createAssociatedTokenAccountIdempotentInstruction(from, holder, from, mint.publicKey, program),
      createAssociatedTokenAccountIdempotentInstruction(from, second, other, mint.publicKey, program),
      createMintToInstruction(mint.publicKey, holder, from, 1_000_000, [], program),
      createMintToInstruction(mint.publicKey, second, from, 500_000, [], program),
      createApproveInstruction(holder, delegate, from, 250_000, [], program),
    ],
    [mint],
  );
  const authorizedPubkey = from;
  send(
    SystemProgram.createNonceAccount({
      fromPubkey: from,
      noncePubkey: nonce.publicKey,
      authorizedPubkey,
      lamports: rent(NONCE_ACCOUNT_LENGTH),
    }).instructions,
    [nonce],
  );
  const recentSlot = call.slot() - 1;
  const [create, table] = AddressLookupTableProgram.createLookupTable({ authority: from, payer: from, recentSlot });
  const addresses = [to];
  const extend = AddressLookupTableProgram.extendLookupTable({
    lookupTable: table,
    authority: from,
    payer: from,
    addresses,
  });
  send([create, extend]);
  chain.tick();
  const words = new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from("hello") });
  const memo = send([transfer(from, to, 1_000_000), words]);
  chain.tick();
  const state = AddressLookupTableAccount.deserialize(call.account(table)?.data ?? Buffer.alloc(0));
  const lookup = new AddressLookupTableAccount({ key: table, state });
  const versioned = call.send(signedV0([transfer(from, to, 2_000_000)], payer, call.blockhash(), [lookup]));
  chain.tick();
  const failed = send([transfer(from, to, 1e15)], [], { skipPreflight: true });
  for (let i = 0; i < FINAL; i++) chain.tick();
  return {
    chain,
    payer,
    mint: mint.publicKey,
    holder,
    other,
    delegate,
    nonce: nonce.publicKey,
    table,
    to,
    signatures: { memo, versioned, failed },
    transferWire: (commitment = "processed") =>
      signed([transfer(from, anyAddress(), 1_000_000)], payer, call.blockhash(commitment)),
  };
}
