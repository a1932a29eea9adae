import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

const written = (record: object): unknown => {
  const lines: string[] = [];
  createLogger("info", { write: (line) => void lines.push(line) }).warn(record, "said");
  return JSON.parse(lines.join(""));
};

test.each(["err", "error"])("an aborted request's reason is logged as %s, and never thrown at who logs it", (name) => {
  const reason = AbortSignal.abort().reason;
  expect(written({ [name]: reason })).toMatchObject({ [name]: { type: "AbortError" }, msg: "said" });
});

test("a failure's code under the name of an error stays as it is", () => {
  expect(written({ error: "forbidden" })).toMatchObject({ error: "forbidden" });
});
