import { SYSTEM_PROGRAM } from "../../chain/accounts/account.ts";
import { encodeBase58 } from "../../codec/base58.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

const BLS_KEY_BYTES = 48;
const PRIOR_VOTERS = 32;
const PRIOR_VOTER_BYTES = 48;
const OLDEST_PRIOR_VOTER_BYTES = 56;
const ALL_BLOCK_REVENUE = 10_000;

/**
 * An account of the vote program in any of its four versions (the crate solana-vote-interface), shown as the newest: fields
 * that older ones lack are derived by SIMD-185. Throws UnparsableError.
 */
export function parseVote(data: Buffer, key: Key | undefined): ParsedData {
  if (key === undefined) throw new UnparsableError();
  return { type: "vote", info: { ...readVoteState(data, key), priorVoters: [] } };
}

/** The state of the vote account at an address. Throws UnparsableError. */
export function readVoteState(data: Buffer, key: Key) {
  const reader = new FieldReader(data);
  const version = reader.u32();
  const read = [readOldest, readOlder, readOlder, readNewest][version];
  if (read === undefined) throw new UnparsableError();
  return read(reader, base58Of(key), version);
}

/** 0.23.5: one voter, whose predecessors stand before the rest. */
function readOldest(reader: FieldReader, vote: string) {
  const [nodePubkey, authorizedVoter, epoch] = [reader.key(), reader.key(), reader.u64()];
  reader.raw(PRIOR_VOTERS * OLDEST_PRIOR_VOTER_BYTES + 8);
  const authorizedWithdrawer = reader.key();
  return {
    nodePubkey,
    authorizedWithdrawer,
    ...commissionOf(reader.u8(), vote, nodePubkey),
    votes: readVotes(reader, false),
    rootSlot: reader.option(() => reader.u64()),
    authorizedVoters: authorizedVoter === base58Of(SYSTEM_PROGRAM) ? [] : [{ epoch, authorizedVoter }],
    epochCredits: readEpochCredits(reader),
    lastTimestamp: readTimestamp(reader),
  };
}

/** 1.14.11 (1) and the third (2), which added each vote's latency. */
function readOlder(reader: FieldReader, vote: string, version: number) {
  const [nodePubkey, authorizedWithdrawer] = [reader.key(), reader.key()];
  const head = {
    nodePubkey,
    authorizedWithdrawer,
    ...commissionOf(reader.u8(), vote, nodePubkey),
    votes: readVotes(reader, version > 1),
    rootSlot: reader.option(() => reader.u64()),
    authorizedVoters: readVoters(reader),
  };
  reader.raw(PRIOR_VOTERS * PRIOR_VOTER_BYTES + 9);
  return { ...head, epochCredits: readEpochCredits(reader), lastTimestamp: readTimestamp(reader) };
}

function readNewest(reader: FieldReader) {
  const [nodePubkey, authorizedWithdrawer] = [reader.key(), reader.key()];
  const [inflationRewardsCollector, blockRevenueCollector] = [reader.key(), reader.key()];
  const [inflationRewardsCommissionBps, blockRevenueCommissionBps] = [reader.u16(), reader.u16()];
  return {
    nodePubkey,
    authorizedWithdrawer,
    commission: percentOf(inflationRewardsCommissionBps),
    inflationRewardsCommissionBps,
    inflationRewardsCollector,
    blockRevenueCollector,
    blockRevenueCommissionBps,
    pendingDelegatorRewards: reader.bigU64().toString(),
    blsPubkeyCompressed: reader.option(() => encodeBase58(reader.raw(BLS_KEY_BYTES))),
    votes: readVotes(reader, true),
    rootSlot: reader.option(() => reader.u64()),
    authorizedVoters: readVoters(reader),
    epochCredits: readEpochCredits(reader),
    lastTimestamp: readTimestamp(reader),
  };
}

/** A commission in percent, in the newest version's terms. */
function commissionOf(commission: number, vote: string, node: string) {
  const inflationRewardsCommissionBps = commission * 100;
  return {
    commission: percentOf(inflationRewardsCommissionBps),
    inflationRewardsCommissionBps,
    inflationRewardsCollector: vote,
    blockRevenueCollector: node,
    blockRevenueCommissionBps: ALL_BLOCK_REVENUE,
    pendingDelegatorRewards: "0",
    blsPubkeyCompressed: null,
  };
}

/** Basis points as a node puts them into a byte. */
function percentOf(bps: number): number {
  return Math.floor(bps / 100) & 0xff;
}

function readVotes(reader: FieldReader, hasLatency: boolean) {
  return reader.list(() => ({
    latency: hasLatency ? reader.u8() : 0,
    slot: reader.u64(),
    confirmationCount: reader.u32(),
  }));
}

/** By epoch; of two entries for one epoch the later counts. */
function readVoters(reader: FieldReader) {
  const voters = new Map(reader.list(() => [reader.bigU64(), reader.key()] as const));
  const inOrder = [...voters].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.map(([epoch, authorizedVoter]) => ({ epoch: jsonInteger(epoch), authorizedVoter }));
}

function readEpochCredits(reader: FieldReader) {
  return reader.list(() => ({
    epoch: reader.u64(),
    credits: reader.bigU64().toString(),
    previousCredits: reader.bigU64().toString(),
  }));
}

function readTimestamp(reader: FieldReader) {
  return { slot: reader.u64(), timestamp: reader.i64() };
}
