import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

/** Parses one line by RFC 4180. */
const cellsOf = (line: string): string[] => {
  const cells: string[] = [];
  // A comma before each cell, so that an empty first one also matches a non-empty text.
  for (const [, quoted, plain] of `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g))
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  return cells;
};

test("any cells are parsed back unchanged, except for an apostrophe before formulas", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 6 }), (cells) => {
      const line = csvLine(cells);
      expect(line.endsWith("\r\n")).toBe(true);
      const read = cellsOf(line);
      expect(read).toHaveLength(cells.length);
      for (const [index, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(read[index]);
    }),
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "|calc", "＝1+1", "\u0000=1", "\ufeff=1"])(
  "a spreadsheet doesn't run %j",
  (cell) => {
    expect(cellsOf(csvLine([cell]))).toEqual([`'${cell}`]);
  },
);

test("a plain name, a number and an address stay unchanged", () => {
  expect(csvLine(["1", "Ann-Marie = A", "12.5", ""])).toBe("1,Ann-Marie = A,12.5,\r\n");
});

test("quotes, commas and line breaks are quoted", () => {
  expect(csvLine(['a"b', "c,d", "e\nf"])).toBe('"a""b","c,d","e\nf"\r\n');
});
