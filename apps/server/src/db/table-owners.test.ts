import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../modules", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => ({ file, module: file.slice(0, file.indexOf("/")), text: readFileSync(`${folder}/${file}`, "utf8") }));

/** A table's name in our code → the module whose schema defines it. */
const owners = new Map(
  files
    .filter(({ file }) => file.endsWith("/schema.ts"))
    .flatMap(({ module, text }) =>
      [...text.matchAll(/^export const (\w+) = \w*[tT]able\w*\(/gm)].map(([, name = ""]) => [name, module] as const),
    ),
);

/** Tables that a source text writes to: through Drizzle's calls, our inserts of many rows, or its own SQL. */
const writtenBy = (text: string): string[] =>
  [
    ...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g),
    ...text.matchAll(/\binsertMany\(\s*\w+,\s*(\w+)/g),
    ...text.matchAll(/\binsertOf\((\w+)/g),
    ...text.matchAll(/\b(?:insert into|update|delete from) \$\{(\w+)\}/g),
  ].map(([, name = ""]) => name);

test("no module writes another module's tables", () => {
  expect(owners.get("tickets")).toBe("transactions");
  expect(owners.get("channels")).toBe("membership");
  const foreign = files.flatMap(({ file, module, text }) =>
    writtenBy(text)
      .filter((table) => owners.has(table) && owners.get(table) !== module)
      .map((table) => `${file} writes ${table} of ${owners.get(table)}`),
  );
  expect(foreign).toEqual([]);
});
