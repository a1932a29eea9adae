import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

/** A reader after RFC 4180, of one line. */
const cellsOf = (line: string): string[] => {
  const cells: string[] = [];
  // A comma before each cell, so that an empty first one is a match of some length, too.
  for (const [, quoted, plain] of `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g))
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  return cells;
};

test("any cells are read back as they were, but for an apostrophe before formulas", () => {
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

test("a plain name, a figure and an address stay as they are", () => {
  expect(csvLine(["1", "Ann-Marie = A", "12.5", ""])).toBe("1,Ann-Marie = A,12.5,\r\n");
});

test("quotes, commas and line breaks are wrapped", () => {
  expect(csvLine(['a"b', "c,d", "e\nf"])).toBe('"a""b","c,d","e\nf"\r\n');
});
