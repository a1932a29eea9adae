import { type SeatNote, type TokenUnits, tokenUnits, uidSchema } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { seatMoments, seatWords } from "./seat-words.ts";

const uid = (name: string) => z.parse(uidSchema, name.padEnd(8, "-"));
const note = (name: string, rest: Partial<SeatNote>): SeatNote => ({
  at: 1_000,
  person: { uid: uid(name), address: null, displayName: name, pfp: null },
  state: "active",
  seat: null,
  missing: null,
  ...rest,
});
const written = (amount: TokenUnits) => `${amount / 1_000_000_000n} LEN`;
const say = (...notes: SeatNote[]) =>
  seatMoments(notes).map((moment) =>
    seatWords(moment, uid("Mara"), written)
      .map(({ text }) => text)
      .join("")
      .trim(),
  );

describe("the chat's lines about seats", () => {
  it("combine who took the last seat and who lost theirs by it", () => {
    const dex = note("Dex", { seat: 12 });
    const wren = note("Wren", { state: "expired", missing: tokenUnits(5_000_000_000n) });
    expect(say(dex, wren)).toEqual(["Dex took seat 12. Wren is out, 5 LEN short."]);
    expect(say(dex, { ...wren, at: 2_000 })).toEqual(["Dex took seat 12.", "Wren is out, 5 LEN short."]);
  });

  it("address the reader as 'You', and leave out an unknown amount", () => {
    expect(say(note("Mara", { seat: 3 }))).toEqual(["You took seat 3."]);
    expect(say(note("Mara", { state: "expired" }))).toEqual(["You are out."]);
    expect(say(note("Wren", { state: "banned" }))).toEqual(["Wren was blocked."]);
  });

  it("count people beyond the first names", () => {
    const out = ["Ada", "Bo", "Cyd"].map((name) => note(name, { state: "expired" }));
    expect(say(...out)).toEqual(["Ada and 2 others are out."]);
    expect(say(...out.slice(1))).toEqual(["Bo and Cyd are out."]);
  });
});
