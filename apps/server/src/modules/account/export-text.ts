/** A part of an export: one value, or rows that are read while they are written. */
export interface ExportSection {
  readonly name: string;
  readonly content: { readonly value: unknown } | { readonly rows: AsyncIterable<unknown> };
}

/** Money and slots must be exact, so bigints become decimal text. Callers pass neither bytes nor secrets. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === "bigint" ? inner.toString() : inner)) ?? "null";

/** Writes sections as one JSON object in chunks, so that no list is in memory as a whole. */
export async function* exportText(sections: readonly ExportSection[]): AsyncGenerator<string> {
  let before = "{\n";
  for (const { name, content } of sections) {
    yield `${before}${JSON.stringify(name)}: `;
    before = ",\n";
    if ("value" in content) yield json(content.value);
    else {
      let comma = "[\n";
      for await (const row of content.rows) {
        yield `${comma}${json(row)}`;
        comma = ",\n";
      }
      yield comma === "[\n" ? "[]" : "\n]";
    }
  }
  yield sections.length === 0 ? "{}\n" : "\n}\n";
}
