import fc from "fast-check";
import { expect, test } from "vitest";
import { type ExportSection, exportText } from "./export-text.ts";

const textOf = async (sections: readonly ExportSection[]): Promise<string> => {
  let text = "";
  for await (const piece of exportText(sections)) text += piece;
  return text;
};

async function* rowsOf(values: readonly unknown[]) {
  yield* values;
}

test("is one JSON object for any content, with the rows in their order", async () => {
  const name = fc.string({ minLength: 1, unit: "binary" });
  const section = fc.oneof(
    fc.record({ name, value: fc.jsonValue() }),
    fc.record({ name, rows: fc.array(fc.jsonValue(), { maxLength: 5 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(section, { selector: (one) => one.name, maxLength: 6 }), async (parts) => {
      const sections = parts.map(
        (part): ExportSection => ({
          name: part.name,
          content: "rows" in part ? { rows: rowsOf(part.rows) } : { value: part.value },
        }),
      );
      const expected = parts.map((part) => [part.name, "rows" in part ? part.rows : part.value] as const);
      const parsed: Record<string, unknown> = JSON.parse(await textOf(sections));
      for (const [key, value] of expected)
        expect(JSON.stringify(Object.getOwnPropertyDescriptor(parsed, key)?.value)).toBe(JSON.stringify(value));
    }),
  );
});

test("keeps integers exact that exceed a double", async () => {
  expect(JSON.parse(await textOf([{ name: "lamports", content: { value: { paid: 2n ** 63n } } }]))).toEqual({
    lamports: { paid: "9223372036854775808" },
  });
});
