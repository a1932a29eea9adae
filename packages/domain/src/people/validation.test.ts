import { describe, expect, test } from "vitest";
import { asSeenByOthers, displayNameOf } from "./people.ts";
import { checkAddress, checkInitialBuy, checkSendAmount, deriveSymbol, maxSendAmount } from "./validation.ts";

const address = "So11111111111111111111111111111111111111112";

describe("sending SOL", () => {
  test("an address is base58 of 32 to 44 characters", () => {
    expect(checkAddress(` ${address} `)).toEqual({ ok: true, value: address });
    for (const bad of ["", "abc", `${address}11`, address.replace("o", "0")])
      expect(checkAddress(bad)).toEqual({ ok: false, message: "Invalid address" });
  });

  test("an amount is a number above 0 and at most the balance", () => {
    expect(checkSendAmount("1", 1_000_000_000n)).toEqual({ ok: true, value: 1_000_000_000n });
    expect(checkSendAmount("one", 1n)).toEqual({ ok: false, message: "Please enter a valid number" });
    for (const amount of ["0", "1.000000001"])
      expect(checkSendAmount(amount, 1_000_000_000n)).toEqual({ ok: false, message: "Insufficient balance" });
  });

  test("MAX leaves the rent-exempt minimum and 1,000,000 lamports", () => {
    expect(maxSendAmount(10_000_000n)).toBe(10_000_000n - 890_880n - 1_000_000n);
    expect(maxSendAmount(5n)).toBe(0n);
  });
});

describe("creating a Tribe", () => {
  test.each([
    ["Alice Wonder", null, "ALI"],
    ["Élodie", null, "ELO"],
    ["!! 7 ☀ up", null, "7UP"],
    ["☀☀☀", "sunny_day", "SUN"],
    ["Jo", "joanna", "JO"],
    ["日本", null, null],
    ["", "", null],
  ])("the symbol of %j with handle %j is %j", (name, handle, symbol) => {
    expect(deriveSymbol(name, handle)).toBe(symbol);
  });

  test("the first buy is whole tokens up to 100,000, or nothing", () => {
    expect(checkInitialBuy("")).toEqual({ ok: true, value: 0n });
    expect(checkInitialBuy("100000")).toEqual({ ok: true, value: 100_000_000_000_000n });
    for (const bad of ["1.5", "1.", "-1", "x", "100001"]) expect(checkInitialBuy(bad).ok).toBe(false);
    expect(checkInitialBuy("1.5")).toMatchObject({ message: "Whole tokens only" });
    expect(checkInitialBuy("x")).toMatchObject({ message: "Please enter a valid number" });
  });
});

test("a person without a name shows 6 characters of the address, and so does a nerfed one", () => {
  const person = { displayName: "Ann", address, bio: "hi", pfp: "/a.jpg", isNerfed: false };
  expect(displayNameOf(person)).toBe("Ann");
  expect(displayNameOf({ ...person, displayName: " " })).toBe("So1111");
  for (const unseen of ["\u3164", "\u200B\u2060", "\u{E0041}", "...", "\u0301"])
    expect(displayNameOf({ ...person, displayName: unseen })).toBe("So1111");
  expect(displayNameOf({ ...person, displayName: " A\u202En\u200Bn\n" })).toBe("Ann");
  expect(displayNameOf({ ...person, displayName: "می\u200Cروم 👩\u200D🚀" })).toBe("می\u200Cروم 👩\u200D🚀");
  expect(asSeenByOthers(person)).toBe(person);
  expect(asSeenByOthers({ ...person, isNerfed: true })).toMatchObject({ displayName: "So1111", bio: "", pfp: null });
});
