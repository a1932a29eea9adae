import { expect, it } from "vitest";
import { readCommandLine } from "./command-line.ts";
import { UsageError } from "./flags.ts";

function run(...args: string[]) {
  const command = readCommandLine(args);
  if (command.kind !== "run") throw new Error(`asks for ${command.kind}`);
  return command;
}

it("parses flags in any order, with Solana's short forms, values after = and short forms in one word", () => {
  const { chain, serve, quiet } = run("-qr", "--rpc-port=7000", "-l", "here", "--slot-ms", "10");
  expect(chain).toMatchObject({ ledger: "here", reset: true, slotMs: 10 });
  expect(serve).toMatchObject({ host: "127.0.0.1", rpcPort: 7000, enableWarp: false });
  expect(quiet).toBe(true);
});

it("offers the unstable subscriptions only on request", () => {
  expect(run().serve.pubsub).toMatchObject({ enableBlock: false, enableVote: false });
  const both = ["--rpc-pubsub-enable-block-subscription", "--rpc-pubsub-enable-vote-subscription"];
  expect(run(...both).serve.pubsub).toMatchObject({ enableBlock: true, enableVote: true });
});

it("lists the flags that apply only to a new chain", () => {
  const mint = "So11111111111111111111111111111111111111112";
  const { chain, onlyForNew } = run("--mint", mint, "--slots-per-epoch", "64", "--slot-ms", "10");
  expect(onlyForNew).toEqual(["mint", "slots-per-epoch"]);
  expect(chain.accounts?.[0]?.account.lamports).toBe(500_000_000_000_000_000n);
});

it("parses amounts of SOL to the lamport", () => {
  expect(run("--faucet-sol", "1.000000001").chain.faucetLamports).toBe(1_000_000_001n);
  expect(run("--faucet-sol", "18446744073.709551615").chain.faucetLamports).toBe(2n ** 64n - 1n);
});

it("recognises help and version among other flags", () => {
  expect(readCommandLine(["--rpc-port", "x", "-h"])).toEqual({ kind: "help" });
  expect(readCommandLine(["--version"])).toEqual({ kind: "version" });
});

it.each([
  ["a flag of the test validator", ["--gossip-port", "1"], "--gossip-port of Solana's test validator is not supported"],
  ["a short flag of the test validator", ["-u", "devnet"], "--url of Solana's test validator is not supported"],
  ["a misspelt flag, with the nearest", ["--legder", "x"], "--legder is not supported; did you mean --ledger?"],
  ["an unknown flag", ["--colour"], "--colour is not supported; see --help"],
  ["an unknown short flag", ["-z"], "-z is not supported"],
  ["a missing value", ["--bpf-program", "x"], "--bpf-program takes ADDRESS_OR_KEYPAIR FILE"],
  ["no value at all", ["--ledger"], "--ledger takes DIR"],
  ["a value for a switch", ["--reset=yes"], "--reset takes no value"],
  ["a word that belongs to no flag", ["--quiet", "please"], '"please" belongs to no flag'],
  ["a flag given twice", ["--rpc-port", "1", "--rpc-port", "2"], "--rpc-port is given twice"],
  ["a port that is none", ["--rpc-port", "http"], "--rpc-port takes a whole number"],
  ["the last port", ["--rpc-port", "65535"], "from 0 to 65534"],
  ["an epoch too short for a node", ["--slots-per-epoch", "31"], "of at least 32"],
  ["an amount that is none", ["--faucet-sol", "much"], '--faucet-sol takes an amount in SOL, not "much"'],
  ["more SOL than a u64 has lamports", ["--faucet-sol", "18446744074"], "--faucet-sol takes an amount in SOL"],
  ["a wrong address", ["--account", "x", "y"], '--account: "x" is no address'],
])("refuses %s by name", (_name, args, words) => {
  expect(() => readCommandLine(args)).toThrow(UsageError);
  expect(() => readCommandLine(args)).toThrow(words);
});
