import { jsonInteger } from "../../codec/json.ts";
import { base58Of, keyAt } from "../../codec/keys.ts";
import { FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

const STATES = ["uninitialized", "initialized", "delegated", "rewardsPool"] as const;

/** A delegated or initialized stake account. Epochs, lamports; Unix time in seconds. */
export interface StakeAccount {
  readonly meta: ReturnType<typeof readMeta>;
  readonly delegation: ReturnType<typeof readDelegation> | undefined;
}

/** An account of the stake program, as a node shows it. Throws UnparsableError. */
export function parseStake(data: Buffer): ParsedData {
  const { type, account } = readState(data);
  if (account === undefined) return { type };
  const { meta, delegation } = account;
  return { type, info: { meta: showMeta(meta), stake: delegation === undefined ? null : showStake(delegation) } };
}

/** Meta and delegation of a stake account; `undefined` when the bytes hold none. */
export function readStakeAccount(data: Buffer): StakeAccount | undefined {
  try {
    return readState(data).account;
  } catch (error) {
    if (error instanceof UnparsableError) return undefined;
    throw error;
  }
}

/** The crate solana-stake-interface's StakeStateV2 (bincode). */
function readState(data: Buffer): { readonly type: (typeof STATES)[number]; readonly account?: StakeAccount } {
  const reader = new FieldReader(data);
  const type = STATES[reader.u32()];
  if (type === undefined) throw new UnparsableError();
  if (type === "initialized") return { type, account: { meta: readMeta(reader), delegation: undefined } };
  if (type !== "delegated") return { type };
  const account = { meta: readMeta(reader), delegation: readDelegation(reader) };
  reader.u8(); // flags, which a node doesn't show
  return { type, account };
}

function readMeta(reader: FieldReader) {
  return {
    rentExemptReserve: reader.bigU64(),
    authorized: { staker: reader.key(), withdrawer: reader.key() },
    lockup: { unixTimestamp: reader.bigI64(), epoch: reader.bigU64(), custodian: reader.key() },
  };
}

function readDelegation(reader: FieldReader) {
  return {
    voter: keyAt(reader.raw(32)),
    stake: reader.bigU64(),
    activationEpoch: reader.bigU64(),
    deactivationEpoch: reader.bigU64(),
    warmupCooldownRate: reader.f64(),
    creditsObserved: reader.u64(),
  };
}

function showMeta({ rentExemptReserve, authorized, lockup }: StakeAccount["meta"]) {
  const { unixTimestamp, epoch, custodian } = lockup;
  return {
    rentExemptReserve: rentExemptReserve.toString(),
    authorized,
    lockup: { unixTimestamp: jsonInteger(unixTimestamp), epoch: jsonInteger(epoch), custodian },
  };
}

function showStake({ creditsObserved, warmupCooldownRate, ...delegation }: NonNullable<StakeAccount["delegation"]>) {
  return {
    delegation: {
      voter: base58Of(delegation.voter),
      stake: delegation.stake.toString(),
      activationEpoch: delegation.activationEpoch.toString(),
      deactivationEpoch: delegation.deactivationEpoch.toString(),
      warmupCooldownRate,
    },
    creditsObserved,
  };
}
