import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { CodeField } from "./CodeField.tsx";

const shown = (value: string): string[] => {
  const digitsOf = (text: string) =>
    text.replace(/[０-９]/gu, (digit) => digit.normalize("NFKC")).replace(/[^0-9]/g, "");
  const field = <CodeField label="Code" digits={6} value={value} digitsOf={digitsOf} onChange={() => undefined} />;
  const slots = [...renderToString(field).matchAll(/<input[^>]*>/g)].map(([input]) => input);
  return slots
    .filter((input) => !input.includes("aria-hidden"))
    .map((input) => /value="([^"]*)"/.exec(input)?.[1] ?? "");
};

it("has a box for each digit, and reads the digits that its owner reads", () => {
  expect(shown("123")).toEqual(["1", "2", "3", "", "", ""]);
  expect(shown("１２３４５６")).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(shown("Your code is 123 456.")).toEqual(["1", "2", "3", "4", "5", "6"]);
});
