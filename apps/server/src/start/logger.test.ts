import { expect, test } from "vitest";
import { runAsCall } from "../context/current-call.ts";
import { version } from "../process/version.ts";
import { createLogger } from "./logger.ts";

const written = (record: object): unknown => {
  const lines: string[] = [];
  createLogger("info", { role: "web,realtime", destination: { write: (line) => void lines.push(line) } }).warn(
    record,
    "said",
  );
  return JSON.parse(lines.join(""));
};

test.each(["err", "error"])("an aborted request's reason is logged as %s, and never thrown at who logs it", (name) => {
  const reason = AbortSignal.abort().reason;
  expect(written({ [name]: reason })).toMatchObject({ [name]: { type: "AbortError" }, msg: "said" });
});

test("a failure's code under the name of an error stays as it is", () => {
  expect(written({ error: "forbidden" })).toMatchObject({ error: "forbidden" });
});

test("each line says which process wrote it, and for which request", () => {
  expect(written({})).toEqual({
    ...{ level: 40, time: expect.any(String), msg: "said" },
    ...{ role: "web,realtime", version, pid: process.pid },
  });
  expect(runAsCall({ requestId: "a-request" }, () => written({}))).toMatchObject({ requestId: "a-request" });
});
