import { type Key, knownKey } from "../../codec/keys.ts";
import { FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

const HISTORY_SLOTS = 1024 * 1024;
const BITS_PER_WORD = 64;

/** The content of the sysvar at an address; sysvars are distinguished only by address. Throws UnparsableError. */
export function parseSysvar(data: Buffer, key: Key | undefined): ParsedData {
  const sysvar = key === undefined ? undefined : SYSVARS.get(key);
  if (sysvar === undefined) throw new UnparsableError();
  return { type: sysvar.type, info: sysvar.read(new FieldReader(data)) };
}

const feeCalculator = (reader: FieldReader) => ({ lamportsPerSignature: reader.bigU64().toString() });

function clock(reader: FieldReader) {
  const [slot, epochStartTimestamp, epoch] = [reader.u64(), reader.i64(), reader.u64()];
  return { slot, epoch, epochStartTimestamp, leaderScheduleEpoch: reader.u64(), unixTimestamp: reader.i64() };
}

function epochSchedule(reader: FieldReader) {
  return {
    slotsPerEpoch: reader.u64(),
    leaderScheduleSlotOffset: reader.u64(),
    warmup: reader.bool(),
    firstNormalEpoch: reader.u64(),
    firstNormalSlot: reader.u64(),
  };
}

function rent(reader: FieldReader) {
  const lamportsPerByteYear = reader.bigU64().toString();
  return { lamportsPerByteYear, exemptionThreshold: reader.f64(), burnPercent: reader.u8() };
}

function slotHistory(reader: FieldReader) {
  const words = reader.option(() => reader.list(() => reader.bigU64())) ?? [];
  if (reader.bigU64() > BigInt(words.length * BITS_PER_WORD)) throw new UnparsableError();
  const nextSlot = reader.u64();
  const bits = words.map((word) => [...word.toString(2).padStart(BITS_PER_WORD, "0")].reverse().join("")).join("");
  return { nextSlot, bits: bits.slice(0, HISTORY_SLOTS).padEnd(HISTORY_SLOTS, "0") };
}

function stakeHistory(reader: FieldReader) {
  return reader.list(() => ({
    epoch: reader.u64(),
    stakeHistory: { effective: reader.u64(), activating: reader.u64(), deactivating: reader.u64() },
  }));
}

function epochRewards(reader: FieldReader) {
  const distributionStartingBlockHeight = reader.u64();
  const [numPartitions, parentBlockhash] = [reader.u64(), reader.key()];
  const totalPoints = (reader.bigU64() | (reader.bigU64() << 64n)).toString();
  return {
    distributionStartingBlockHeight,
    numPartitions,
    parentBlockhash,
    totalPoints,
    totalRewards: reader.bigU64().toString(),
    distributedRewards: reader.bigU64().toString(),
    active: reader.bool(),
  };
}

const SYSVARS: ReadonlyMap<Key, { readonly type: string; readonly read: (reader: FieldReader) => unknown }> = new Map([
  [knownKey("SysvarC1ock11111111111111111111111111111111"), { type: "clock", read: clock }],
  [knownKey("SysvarEpochSchedu1e111111111111111111111111"), { type: "epochSchedule", read: epochSchedule }],
  [
    knownKey("SysvarFees111111111111111111111111111111111"),
    { type: "fees", read: (reader) => ({ feeCalculator: feeCalculator(reader) }) },
  ],
  [
    knownKey("SysvarRecentB1ockHashes11111111111111111111"),
    {
      type: "recentBlockhashes",
      read: (reader) => reader.list(() => ({ blockhash: reader.key(), feeCalculator: feeCalculator(reader) })),
    },
  ],
  [knownKey("SysvarRent111111111111111111111111111111111"), { type: "rent", read: rent }],
  [
    knownKey("SysvarRewards111111111111111111111111111111"),
    { type: "rewards", read: (reader) => ({ validatorPointValue: reader.f64() }) },
  ],
  [
    knownKey("SysvarS1otHashes111111111111111111111111111"),
    { type: "slotHashes", read: (reader) => reader.list(() => ({ slot: reader.u64(), hash: reader.key() })) },
  ],
  [knownKey("SysvarS1otHistory11111111111111111111111111"), { type: "slotHistory", read: slotHistory }],
  [knownKey("SysvarStakeHistory1111111111111111111111111"), { type: "stakeHistory", read: stakeHistory }],
  [
    knownKey("SysvarLastRestartS1ot1111111111111111111111"),
    { type: "lastRestartSlot", read: (reader) => ({ lastRestartSlot: reader.u64() }) },
  ],
  [knownKey("SysvarEpochRewards1111111111111111111111111"), { type: "epochRewards", read: epochRewards }],
]);
