import { expect, it } from "vitest";
import { readCommandLine, UsageError } from "./command-line.ts";

it("reads flags in any order, with Solana's short forms", () => {
  const { chain, serve, quiet } = readCommandLine(["-q", "--rpc-port", "7000", "-l", "here", "--slot-ms", "10", "-r"]);
  expect(chain).toMatchObject({ ledger: "here", reset: true, slotMs: 10 });
  expect(serve).toEqual({ host: "127.0.0.1", rpcPort: 7000, enableWarp: false });
  expect(quiet).toBe(true);
});

it.each([
  ["an unknown flag", ["--gossip-port", "1"], "--gossip-port is not supported"],
  ["a missing value", ["--bpf-program", "x"], "--bpf-program takes 2 values"],
  ["a port that is none", ["--rpc-port", "http"], "--rpc-port takes a whole number"],
  ["the last port", ["--rpc-port", "65535"], "must leave a port for PubSub"],
  ["a wrong address", ["--bpf-program", "x", "y"], '"x" is no address'],
])("refuses %s by name", (_name, args, words) => {
  expect(() => readCommandLine(args)).toThrow(UsageError);
  expect(() => readCommandLine(args)).toThrow(words);
});
