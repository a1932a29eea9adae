import { PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { client, temporaryFolder } from "../support.ts";

const OWNER = "Sysvar1111111111111111111111111111111111111";
const sysvar = (name: string) => new PublicKey(name);
const CLOCK = sysvar("SysvarC1ock11111111111111111111111111111111");
const SLOT_HASHES = sysvar("SysvarS1otHashes111111111111111111111111111");
const RECENT_BLOCKHASHES = sysvar("SysvarRecentB1ockHashes11111111111111111111");
const SLOT_HISTORY = sysvar("SysvarS1otHistory11111111111111111111111111");

describe("the sysvars", () => {
  const folder = temporaryFolder();
  let chain: LocalChain;
  let call: ReturnType<typeof client>;

  beforeEach(() => {
    chain = createChain({ ledger: folder.path, startTimeSeconds: 1_700_000_000 });
    call = client(chain);
  });

  afterEach(async () => {
    await chain.close();
    folder.remove();
  });

  const read = (key: PublicKey, commitment = "processed") => {
    const account = call.account(key, commitment);
    if (account === null) throw new Error(`${key.toBase58()} is not there`);
    return account;
  };
  const u64 = (data: Buffer, at: number) => Number(data.readBigUInt64LE(at));
  const hash = (data: Buffer, at: number) => new PublicKey(data.subarray(at, at + 32)).toBase58();

  it.each([
    ["Clock", CLOCK, 40],
    ["EpochRewards", sysvar("SysvarEpochRewards1111111111111111111111111"), 81],
    ["EpochSchedule", sysvar("SysvarEpochSchedu1e111111111111111111111111"), 33],
    ["LastRestartSlot", sysvar("SysvarLastRestartS1ot1111111111111111111111"), 8],
    ["RecentBlockhashes", RECENT_BLOCKHASHES, 6008],
    ["Rent", sysvar("SysvarRent111111111111111111111111111111111"), 17],
    ["SlotHashes", SLOT_HASHES, 20_488],
    ["SlotHistory", SLOT_HISTORY, 131_097],
    ["StakeHistory", sysvar("SysvarStakeHistory1111111111111111111111111"), 16_392],
  ])("%s is there, rent-exempt and of a node's size", (_name, key, size) => {
    const account = read(key);
    expect(account).toMatchObject({ owner: OWNER, executable: false });
    expect(account.data).toHaveLength(size);
    expect(account.lamports).toBe(chain.request("getMinimumBalanceForRentExemption", size));
  });

  it("have the slot, its time and its epoch, for each commitment", () => {
    chain.warp({ slots: 100 });
    for (let i = 0; i < 40; i++) chain.tick();
    for (const commitment of ["processed", "confirmed", "finalized"]) {
      const { data } = read(CLOCK, commitment);
      expect(u64(data, 0)).toBe(call.slot(commitment));
      expect(u64(data, 16)).toBe(0);
      expect(u64(data, 24)).toBe(1);
      expect(u64(data, 32)).toBeGreaterThanOrEqual(1_700_000_000);
    }
    expect(u64(read(CLOCK, "finalized").data, 32)).toBeLessThanOrEqual(u64(read(CLOCK).data, 32));
  });

  it("have the same schedule and rent as the RPC", () => {
    const schedule = read(sysvar("SysvarEpochSchedu1e111111111111111111111111")).data;
    expect(chain.request("getEpochSchedule")).toEqual({
      slotsPerEpoch: u64(schedule, 0),
      leaderScheduleSlotOffset: u64(schedule, 8),
      warmup: schedule[16] === 1,
      firstNormalEpoch: u64(schedule, 17),
      firstNormalSlot: u64(schedule, 25),
    });
    const rent = read(sysvar("SysvarRent111111111111111111111111111111111")).data;
    const perByte = u64(rent, 0) * rent.readDoubleLE(8);
    expect(chain.request("getMinimumBalanceForRentExemption", 100)).toBe((128 + 100) * perByte);
  });

  it("list the hashes of the previous slots, the same after a restart", async () => {
    chain.warp({ slots: 600 });
    chain.tick();
    const slot = call.slot();
    const { data } = read(SLOT_HASHES);
    expect(u64(data, 0)).toBe(512);
    const slots = Array.from({ length: 512 }, (_, index) => u64(data, 8 + index * 40));
    expect(slots).toEqual(Array.from({ length: 512 }, (_, index) => slot - 1 - index));
    expect(u64(read(SLOT_HASHES, "finalized").data, 8)).toBe(call.slot("finalized") - 1);
    const newest = hash(data, 16);
    await chain.close();
    chain = createChain({ ledger: folder.path });
    call = client(chain);
    const again = read(SLOT_HASHES).data;
    const at = 8 + (call.slot() - slot) * 40;
    expect(u64(again, at)).toBe(slot - 1);
    expect(hash(again, at + 8)).toBe(newest);
  });

  it("list the valid blockhashes, newest first, with the fee per signature", () => {
    chain.warp({ slots: 200 });
    const before = call.blockhash();
    chain.tick();
    const { data } = read(RECENT_BLOCKHASHES);
    expect(u64(data, 0)).toBe(150);
    expect([hash(data, 8), hash(data, 48)]).toEqual([call.blockhash(), before]);
    expect(u64(data, 40)).toBe(5_000);
  });

  it("have a bit for every slot up to the previous one", () => {
    const { data } = read(SLOT_HISTORY);
    const slot = call.slot();
    const bits = data.subarray(9);
    const has = (at: number) => ((bits[at >> 3] ?? 0) & (1 << (at % 8))) !== 0;
    expect([has(0), has(slot - 1), has(slot)]).toEqual([true, true, false]);
    expect(u64(data, data.length - 8)).toBe(slot);
  });
});
