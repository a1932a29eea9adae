import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { exitCodes } from "./exit-codes.ts";

const url = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** Runs a process that uses `endOnFault`, with this `stop` and this fault. */
const run = async (stop: string, fault: string) => {
  const script = `import { createServer } from "node:http";
    import pino from "pino";
    import { endOnFault } from ${url("./end-on-fault.ts")};
    import { createLogger } from ${url("./logger.ts")};
    const host = createServer().listen(0);
    endOnFault({ log: createLogger("fatal", { destination: pino.destination({ dest: 2, sync: true }) }), stop: ${stop} });
    setInterval(() => undefined, 1_000);
    host.once("listening", () => setImmediate(() => { ${fault} }));`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
  let printed = "";
  let logged = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    logged += text;
  });
  const [code] = await once(child, "close");
  return { code, printed, lines: logged.trim().split("\n") };
};

const closes = `async () => { host.close(); console.log(host.listening ? "listens" : "listens no more"); }`;

test.each([
  ["an uncaught exception", `throw new Error("first");`, "nobody caught an exception"],
  ["an unhandled rejection", `Promise.reject(new Error("first"));`, "nobody handled a rejection"],
])("%s is logged in one line, closes what listens, and ends the process", async (_name, fault, message) => {
  const more = `setImmediate(() => { throw new Error("second"); });`;
  const { code, printed, lines } = await run(closes, `${more} ${fault}`);
  expect(code).toBe(exitCodes.fault);
  expect(printed.trim()).toBe("listens no more");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 60, msg: message, err: { message: "first" } }]);
});

test.each([
  ["never ends", "() => new Promise(() => undefined)"],
  ["throws", `() => { throw new Error("second"); }`],
  ["rejects", `() => Promise.reject(new Error("second"))`],
])("a stop that %s does not keep a faulty process", async (_name, stop) => {
  const { code, lines } = await run(stop, `throw new Error("first");`);
  expect(code).toBe(exitCodes.fault);
  expect(lines).toHaveLength(1);
});
