import { expect, it } from "vitest";
import { fitName } from "./fit-name.ts";

it("keeps a name that fits, and cuts a longer one between characters", () => {
  expect(fitName(" Mara Ember ")).toBe("Mara Ember");
  expect(fitName("a".repeat(40))).toBe("a".repeat(32));
  expect(fitName("🔥".repeat(9))).toBe("🔥".repeat(8));
  expect(fitName(`${"a".repeat(30)}👩‍👩‍👧`)).toBe("a".repeat(30));
});

it("leaves out what nobody sees: control and direction characters", () => {
  expect(fitName("Mara\u202E Ember\u0007")).toBe("Mara Ember");
});
