import { expect, test } from "vitest";
import { digitsOf, withPlainDigits } from "./digits.ts";

/** Every way in which this engine can write a number by ten digits, each one code point. */
const systems = Intl.supportedValuesOf("numberingSystem").flatMap((name) => {
  const written = (value: number) => new Intl.NumberFormat(`en-u-nu-${name}`, { useGrouping: false }).format(value);
  const digits = Array.from({ length: 10 }, (_, value) => written(value));
  return digits.every((digit) => /^\p{Nd}$/u.test(digit)) ? [[name, digits.join("")] as const] : [];
});

test("many scripts have digits of their own", () => expect(systems.length).toBeGreaterThan(60));

test.each(systems)("the digits of %s are read by their value", (_name, digits) => {
  expect(withPlainDigits(`a${digits}b`)).toBe("a0123456789b");
  expect(digitsOf(digits)).toBe("0123456789");
});

test("other signs for numbers are no digits", () => {
  expect(withPlainDigits("½ ② ² Ⅻ 三 〇")).toBe("½ ② ² Ⅻ 三 〇");
});

test("a code is read from a text around it", () => {
  expect(digitsOf("Your code is １２３ ４５６.")).toBe("123456");
  expect(digitsOf("رمز: ۱۲۳-٤٥٦")).toBe("123456");
  expect(digitsOf("")).toBe("");
});
