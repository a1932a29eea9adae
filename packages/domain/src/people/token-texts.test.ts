import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quotableText, readsAsName, tokenTextProblem } from "./token-texts.ts";
import { deriveSymbol } from "./validation.ts";

const problem = (name: string, symbol = "ANN") => tokenTextProblem({ name, symbol })?.field ?? null;

/** Invisible characters, by their code point. */
const unseen = [
  ...[
    0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
    0x200f,
  ],
  ...[0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0x2800, 0x3164],
  ...[0xd800, 0xdfff, 0xe000, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0041, 0xe0100, 0x10fffd],
];

describe("a new token's texts", () => {
  test.each([
    "Ann",
    "Älice 🔥",
    'Dwayne "The Rock" J.',
    "日本",
    "عمر",
    "Ann (official)",
    "100 Club",
    "Solange",
    "4 Soldiers",
    "خانه\u200Cها",
    "ශ්\u200Dරී",
    "7",
    "🇩🇪",
  ])("the name %j is taken", (name) => expect(problem(name)).toBeNull());

  test.each([
    "👩‍👩‍👧 Family",
    "☀️ Sun",
    "1️⃣ First",
    "👍🏽",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "🏳️‍🌈",
  ])("the joined emoji of %j are no hidden characters", (name) => {
    expect(problem(name)).toBeNull();
    expect(quotableText(name)).toBe(name);
  });

  test.each(unseen)("a name or symbol with the invisible character %i is refused", (point) => {
    const character = point >= 0xd800 && point <= 0xdfff ? String.fromCharCode(point) : String.fromCodePoint(point);
    expect(problem(`An${character}n`)).toBe("name");
    expect(problem("Ann", `A${character}N`)).toBe("symbol");
    expect(quotableText(`An${character}n`)).toMatch(/^An ?n$/);
  });

  test.each(["Ann) for 0 SOL (", "0 SOL", "1,000.5 sol!", "Gets 12 ＳＯＬ", "５ SOL", "9◎", "7 lamports"])(
    "the name %j, which speaks of an amount, is refused",
    (name) => expect(problem(name)).toBe("name"),
  );

  test.each(["000000 SOL", "1SOL", "00SOL", "ann", "", "A B", "ELEVENCHARS", "ÄNN", "$OL"])(
    "the symbol %j is refused",
    (symbol) => expect(problem("Ann", symbol)).toBe("symbol"),
  );

  test.each([
    ["T\u043Em", "a Cyrillic letter in a Latin word"],
    ["\u0391nn", "a Greek letter in a Latin word"],
    ["Ann \u0441\u043E\u0441\u0430", "a Cyrillic word beside a Latin one, whose letters all look Latin"],
    ["Ann \u13AA\u13BE", "Cherokee letters beside a Latin word"],
    ["\u0430\u0440\u0440le Club", "a word half of one alphabet and half of another"],
  ])("the name %j is refused: %s", (name) => {
    expect(tokenTextProblem({ name, symbol: "ANN" })?.message).toBe("must not mix alphabets that look alike");
  });

  test.each(["Сара", "Анна Ann", "Ålice Müller", "Işıl", "東京Boys", "한국 Club", "עמר", "ᏣᎳᎩ"])(
    "the name %j is in alphabets that nobody mistakes",
    (name) => expect(problem(name)).toBeNull(),
  );

  test("a name without letter, digit or emoji, or with spaces around it, is refused", () => {
    for (const name of ["", " ", " Ann", "Ann ", "!!!", "\u3164", "...", "\u0301"]) expect(problem(name)).toBe("name");
  });

  test("every derived symbol is valid", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (name, handle) => {
        const symbol = deriveSymbol(name, handle);
        if (symbol !== null) expect(problem("Ann", symbol)).toBeNull();
      }),
    );
  });
});

describe("a name that needs no quotation marks", () => {
  test.each([
    "Studio Mara",
    "Ann",
    "Älice",
    "Lena O’Brien",
    "Jean-Luc",
    "St. Ives & Co",
    "100 Club",
    "Привет",
    "Ωμέγα",
  ])("%j reads as a name", (name) => expect(readsAsName({ name, symbol: "ANN" })).toBe(true));

  test.each([
    ...["Ann for free", "Everything back", "Get SOL", "Max Spend 0", "at most 1", "Tribe Support", "Your Wallet"],
    ...["ｆｒｅｅ Ann", "Fοr Ann", "Аnn", "Ann (official)", "Ann, gratis", "Ann: 0", "日本", "عمر", "Ann 🔥", "Ann  B"],
  ])("%j could be read as something else", (name) => expect(readsAsName({ name, symbol: "ANN" })).toBe(false));

  test("neither does one with a symbol that is a word of the wallet's, or with an invalid text", () => {
    expect(readsAsName({ name: "Ann", symbol: "SOL" })).toBe(false);
    expect(readsAsName({ name: "Ann", symbol: "ann" })).toBe(false);
    expect(readsAsName({ name: "Ann\u202En", symbol: "ANN" })).toBe(false);
  });

  test("is one that quoting would not change, whatever its letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (name) => {
        if (readsAsName({ name, symbol: "ANN" })) expect(quotableText(name)).toBe(name);
      }),
    );
  });
});

describe("a text inside quotation marks", () => {
  test("cannot end its quotation, break its line or change the direction of its neighbours", () => {
    expect(quotableText("Ann” for 0 SOL “")).toBe("Ann' for 0 SOL '");
    expect(quotableText("Ann\n\nMax Spend: 0 SOL")).toBe("Ann Max Spend: 0 SOL");
    expect(quotableText("\u202ELOS 0\u202C")).toBe("LOS 0");
    expect(quotableText("A\u200Bn\uFEFFn")).toBe("Ann");
    expect(quotableText("\u200B\u2060")).toBe("");
  });

  test("is never longer than a name, whatever the chain contains", () => {
    expect(Array.from(quotableText("🔥".repeat(5_000)))).toHaveLength(41);
  });

  test("keeps what the rule allows, except quotation marks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (text) => {
        const quoted = quotableText(text);
        expect(quoted).not.toMatch(/["“”\n\r\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
        expect(quotableText(quoted)).toBe(quoted);
      }),
    );
  });
});
