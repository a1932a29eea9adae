import { expect, test } from "vitest";
import { parts, readOptions } from "./options.mjs";

/** @param {string[]} args */
const read = (...args) => {
  const options = readOptions(args);
  if ("problem" in options) throw new Error(options.problem);
  return { ...options, has: parts.filter(options.has) };
};

test("without options all parts run, without what passed before", () => {
  expect(read()).toEqual({
    long: false,
    whole: false,
    record: false,
    has: ["check", "unit", "engines", "screens", "e2e"],
  });
});

test("parts are chosen by name", () => {
  expect(read("--only=check,unit").has).toEqual(["check", "unit"]);
  expect(read("--only=e2e", "--whole")).toEqual({ long: false, whole: true, record: false, has: ["e2e"] });
});

test("the long run skips nothing for having passed before", () => {
  expect(read("--long")).toMatchObject({ long: true, whole: true });
});

test("the stories in other engines run in the long run, and by name", () => {
  expect(read("--long").has).toContain("browsers");
  expect(read("--only=browsers").has).toEqual(["browsers"]);
});

test("an unknown part or option, and a record of less than all, are refused with the usage", () => {
  for (const args of [
    ["--only=engine"],
    ["--only="],
    ["--onyl=unit"],
    ["unit"],
    ["--record", "--only=unit"],
    ["--record", "--long"],
  ])
    expect(() => read(...args), args.join(" ")).toThrow("Use: npm test");
});
