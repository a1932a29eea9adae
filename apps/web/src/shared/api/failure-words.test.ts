import { ApiError, apiErrors } from "@tribe/contract";
import { expect, it } from "vitest";
import { wordsOf } from "./errors.ts";
import { failureWords } from "./failure-words.ts";

it("says of a failure what the catalogue says, though that is loaded with the first one", async () => {
  const banned = new ApiError("banned");
  await expect(failureWords(banned)).resolves.toMatchObject(wordsOf(banned));
  await expect(failureWords(banned)).resolves.toMatchObject({ title: apiErrors.banned.message });
  const { title, cause } = wordsOf(null);
  await expect(failureWords(new Error("TypeError"))).resolves.toMatchObject({ title, cause });
});

it("says 'try again' no second time above the button that does", async () => {
  const waits = [new ApiError("internal"), new ApiError("unavailable")];
  for (const { title, cause, nextStep } of await Promise.all(waits.map(failureWords)))
    expect(`${title} ${cause} ${nextStep}`).not.toMatch(/try again/i);
});
