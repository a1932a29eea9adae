import { type Key, rawBytes } from "../codec/keys.ts";
import { type AccountWrite, STAKE_PROGRAM, SYSTEM_PROGRAM, VOTE_PROGRAM } from "./accounts/account.ts";
import { publicKeyOf, secretFrom } from "./faucet.ts";

const SOL = 1_000_000_000n;
const IDENTITY_LAMPORTS = 500n * SOL;
const STAKE_LAMPORTS = 1_000_000n * SOL;
const VOTE_STATE_BYTES = 3762;
const STAKE_STATE_BYTES = 200;
const NEVER = 2n ** 64n - 1n;

/** The cluster's one node: its identity, its vote account, and its stake. Keys are derived from the seed. */
export class Validator {
  readonly identity: Key;
  readonly vote: Key;
  readonly stake: Key;

  constructor(seed: Buffer) {
    this.identity = publicKeyOf(secretFrom(seed, "identity"));
    this.vote = publicKeyOf(secretFrom(seed, "vote"));
    this.stake = publicKeyOf(secretFrom(seed, "stake"));
  }

  /** Its accounts in a new chain, as in Solana's test validator. */
  accounts(rent: (size: number) => bigint): AccountWrite[] {
    const account = (lamports: bigint, owner: Key, data: Buffer) => ({ lamports, owner, data, executable: false });
    return [
      { key: this.identity, account: account(IDENTITY_LAMPORTS, SYSTEM_PROGRAM, Buffer.alloc(0)) },
      { key: this.vote, account: account(STAKE_LAMPORTS, VOTE_PROGRAM, this.#voteState()) },
      { key: this.stake, account: account(STAKE_LAMPORTS, STAKE_PROGRAM, this.#stakeState(rent(STAKE_STATE_BYTES))) },
    ];
  }

  /** Version 4 of the vote program's state: no votes yet, this node as the voter from epoch 0. */
  #voteState(): Buffer {
    const head = Buffer.concat([u32(3), ...[this.identity, this.vote, this.vote, this.identity].map(rawBytes)]);
    const commissions = Buffer.from([0, 0, ...[0x10, 0x27]]); // of inflation none, of blocks 10,000 basis points
    const state = Buffer.concat([
      ...[head, commissions, u64(0n)],
      Buffer.from([0]), // no BLS key
      ...[u64(0n), Buffer.from([0])], // no votes, no root
      ...[u64(1n), u64(0n), rawBytes(this.vote)], // one voter
      ...[u64(0n), u64(0n), u64(0n)], // no credits, no timestamp
    ]);
    return Buffer.concat([state], VOTE_STATE_BYTES);
  }

  /** Delegated from the beginning: all of it is effective from the first epoch on. */
  #stakeState(reserve: bigint): Buffer {
    const rate = Buffer.alloc(8);
    rate.writeDoubleLE(0.25);
    const self = rawBytes(this.stake);
    const lockup = Buffer.alloc(48);
    const meta = Buffer.concat([u64(reserve), self, self, lockup]);
    const delegation = [rawBytes(this.vote), u64(STAKE_LAMPORTS - reserve), u64(NEVER), u64(NEVER), rate];
    return Buffer.concat([u32(2), meta, ...delegation, u64(0n)], STAKE_STATE_BYTES);
  }
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
