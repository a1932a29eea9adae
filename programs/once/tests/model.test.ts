import { expect, test } from "vitest";
import { onceIdl } from "../../tests/support/idl.ts";
import { transferLamports } from "../../tests/support/instructions.ts";
import { type Key, keyFor, systemProgram } from "../../tests/support/keys.ts";
import { type Instruction, type Machine, rentOf, sol } from "../../tests/support/machine.ts";
import { Random } from "../../tests/support/random.ts";
import {
  type Airdrop,
  cancel,
  close,
  firstSlot,
  head,
  init,
  listOf,
  mark,
  newAirdrops,
  placeOf,
  sizeOf,
} from "./airdrops.ts";

const steps = process.env.TRIBE_LONG ? 200_000 : 10_000;
const seed = BigInt(process.env.TRIBE_SEED ?? 20_261_122);
const gift = 2_000_000n;

/** A model of one address, written from the rules in README.md alone, not from the program. */
class Life {
  open: { readonly batches: bigint; readonly landed: Set<bigint>; isCancelled: boolean } | null = null;
  lamports = 0n;
  wasMade = false;
  /** All batches that have ever landed, over all airdrops opened at this address. */
  readonly everLanded = new Set<bigint>();
}

const acts = ["init", "init", "mark", "mark", "mark", "mark", "cancel", "close", "close", "gift"] as const;
interface Step {
  readonly act: (typeof acts)[number];
  readonly airdrop: Airdrop;
  readonly index: bigint;
}

const instructionOf = ({ act, airdrop, index }: Step): Instruction => {
  switch (act) {
    case "init":
      return init(airdrop);
    case "mark":
      return mark(airdrop, index);
    case "cancel":
      return cancel(airdrop);
    case "close":
      return close(airdrop);
    case "gift":
      return transferLamports(airdrop.authority, placeOf(airdrop).key, gift);
  }
};

const isFresh = ({ slot }: Airdrop, now: bigint): boolean => slot <= now && now - slot <= 150n;

const isAccepted = ({ act, airdrop, index }: Step, { open }: Life, now: bigint): boolean => {
  switch (act) {
    case "init":
      return open === null && isFresh(airdrop, now);
    case "mark":
      return open !== null && !open.isCancelled && index < open.batches && !open.landed.has(index);
    case "cancel":
      return open !== null;
    case "close":
      return open !== null && !isFresh(airdrop, now) && (open.isCancelled || BigInt(open.landed.size) === open.batches);
    case "gift":
      return true;
  }
};

const apply = ({ act, airdrop, index }: Step, life: Life): void => {
  switch (act) {
    case "init": {
      expect(life.wasMade, "an address came back").toBe(false);
      life.wasMade = true;
      life.open = { batches: airdrop.batches, landed: new Set(), isCancelled: false };
      const rent = rentOf(sizeOf(airdrop));
      if (life.lamports < rent) life.lamports = rent;
      return;
    }
    case "mark":
      expect(life.everLanded.has(index), "a batch landed twice").toBe(false);
      life.everLanded.add(index);
      life.open?.landed.add(index);
      return;
    case "cancel":
      if (life.open) life.open.isCancelled = true;
      return;
    case "close":
      life.open = null;
      life.lamports = 0n;
      return;
    case "gift":
      life.lamports += gift;
  }
};

const expectAccount = (machine: Machine, airdrop: Airdrop, { open, lamports }: Life): void => {
  const { key, bump } = placeOf(airdrop);
  const account = machine.get(key);
  expect(account?.lamports ?? 0n).toBe(lamports);
  if (!open) {
    expect(account?.owner ?? systemProgram).toBe(systemProgram);
    return;
  }
  const { authority, slot, list } = airdrop;
  const bits = Buffer.alloc(sizeOf(open) - head);
  for (const index of open.landed)
    bits[Number(index) >> 3] = (bits[Number(index) >> 3] ?? 0) | (1 << (Number(index) & 7));
  const fields = {
    version: 1n,
    bump: BigInt(bump),
    cancelled: open.isCancelled,
    batches: open.batches,
    marked: BigInt(open.landed.size),
    slot,
    authority,
    list,
  };
  expect(account?.owner).toBe(onceIdl.address);
  expect(account?.data.toString("hex")).toBe(Buffer.concat([onceIdl.account("once", fields), bits]).toString("hex"));
};

test(`${steps} random steps lead to the model's accounts, and no batch ever lands twice`, () => {
  const random = new Random(seed);
  const { machine } = newAirdrops();
  const authorities = ["one", "two", "three"].map((name) => keyFor(name));
  for (const authority of authorities) machine.fund(authority, 1_000_000n * sol);
  const lists = ["a", "b"].map(listOf);
  const lives = new Map<Key, Life>();
  const counts = new Map<string, number>();
  let slots = [firstSlot];

  for (let step = 0; step < steps; step += 1) {
    if (random.once(25)) {
      machine.slot += random.magnitude(400n);
      slots = [...slots, machine.slot].slice(-9);
    }
    const airdrop: Airdrop = {
      authority: random.pick(authorities),
      slot: random.once(15) ? machine.slot + 1n + random.magnitude(10n) : random.pick(slots),
      list: random.pick(lists),
      batches: 1n + random.below(4n) * (random.once(5) ? 5n : 1n),
    };
    // fewer cancellations, since each makes most other steps fail
    const act = random.pick(acts);
    const one: Step = { act: act === "cancel" && !random.once(4) ? "mark" : act, airdrop, index: random.below(5n) };
    const { key } = placeOf(airdrop);
    const life = lives.get(key) ?? new Life();
    lives.set(key, life);

    const sent = machine.send(instructionOf(one));
    const isDone = sent.error === undefined;
    const words = `seed ${seed}, step ${step}: ${one.act} ${one.index}\n${sent.logs().join("\n")}`;
    expect(isDone, words).toBe(isAccepted(one, life, machine.slot));
    if (isDone) apply(one, life);
    expectAccount(machine, airdrop, life);
    counts.set(`${one.act} ${isDone}`, (counts.get(`${one.act} ${isDone}`) ?? 0) + 1);
  }
  for (const act of ["init", "mark", "cancel", "close"])
    for (const isDone of [true, false])
      expect(counts.get(`${act} ${isDone}`) ?? 0, `${act} ${isDone}`).toBeGreaterThan(20);
});
