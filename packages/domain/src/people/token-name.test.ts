import { expect, it } from "vitest";
import { tokenNameOf } from "./token-name.ts";

it("keeps a name that fits, and cuts a longer one between characters", () => {
  expect(tokenNameOf(" Mara Ember ")).toBe("Mara Ember");
  expect(tokenNameOf("a".repeat(40))).toBe("a".repeat(32));
  expect(tokenNameOf("🔥".repeat(9))).toBe("🔥".repeat(8));
  expect(tokenNameOf(`${"a".repeat(30)}👩‍👩‍👧`)).toBe("a".repeat(30));
});

it("removes invisible characters: control and direction characters", () => {
  expect(tokenNameOf("Mara\u202E Ember\u0007")).toBe("Mara Ember");
  expect(tokenNameOf("A\u200Bda\u{E0041}\u3164 O.")).toBe("Ada O.");
  expect(tokenNameOf("می\u200Cروم")).toBe("می\u200Cروم");
  expect(tokenNameOf(`${"a".repeat(25)}می\u200Cروم`)).toBe(`${"a".repeat(25)}می`);
});
