import { readAccountFile, readAccountFolder, readNamedFile } from "./account-file.ts";
import type { GenesisAccount, GenesisProgram } from "./chain/genesis.ts";
import type { ChainOptions } from "./chain/options.ts";
import { type Key, parseKey } from "./codec/keys.ts";
import type { ServeOptions } from "./server.ts";

/** The command line asks for something that can't be done; the message says what. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

/** All that the command line says. */
export interface CommandLine {
  readonly chain: ChainOptions;
  readonly serve: ServeOptions;
  readonly quiet: boolean;
  readonly help: boolean;
}

export const HELP = `tribe-localnet: a Solana chain on this machine, for development and tests

  --ledger DIR                             where the chain is kept (default: test-ledger)
  --reset                                  start anew
  --quiet                                  say nothing
  --rpc-port PORT                          JSON-RPC; PubSub takes the next port (default: 8899)
  --bind-address ADDRESS                   address to listen on (default: 127.0.0.1)
  --account ADDRESS FILE                   an account of a new chain, from \`solana account --output json\`
  --account-dir DIR                        every .json file of a folder as such an account
  --bpf-program ID FILE                    a program that can't be upgraded
  --upgradeable-program ID FILE AUTHORITY  a program with its upgrade authority, or "none"
  --slots-per-epoch SLOTS                  length of an epoch of a new chain (default: 432000)

For tests:
  --slot-ms MS                             length of a slot (default: 400)
  --enable-warp                            answer the RPC method tribeWarp
  --start-time UNIX                        when a new chain begins, in seconds
`;

/** Flags and the number of values that each takes. */
const FLAGS: Readonly<Record<string, number>> = {
  "--help": 0,
  "--ledger": 1,
  "--reset": 0,
  "--quiet": 0,
  "--rpc-port": 1,
  "--bind-address": 1,
  "--account": 2,
  "--account-dir": 1,
  "--bpf-program": 2,
  "--upgradeable-program": 3,
  "--slots-per-epoch": 1,
  "--rpc-pubsub-enable-vote-subscription": 0,
  "--slot-ms": 1,
  "--enable-warp": 0,
  "--start-time": 1,
};

/** Solana's short forms of the same flags. */
const SHORT: Readonly<Record<string, string>> = { "-l": "--ledger", "-r": "--reset", "-q": "--quiet", "-h": "--help" };

/**
 * Reads the command line and the files that it names.
 * @throws UsageError, BadFileError
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const given = collect(args);
  const one = (flag: string) => given.get(flag)?.at(-1)?.[0];
  const whole = (flag: string, least: number) => {
    const text = one(flag);
    if (text === undefined) return undefined;
    if (!/^\d{1,15}$/.test(text) || Number(text) < least) {
      throw new UsageError(`${flag} takes a whole number of at least ${least}, not "${text}"`);
    }
    return Number(text);
  };
  const rpcPort = whole("--rpc-port", 0) ?? 8899;
  if (rpcPort > 65_534) throw new UsageError("--rpc-port must leave a port for PubSub after it");
  const slotMs = whole("--slot-ms", 1);
  const slotsPerEpoch = whole("--slots-per-epoch", 32);
  const startTimeSeconds = whole("--start-time", 0);
  const help = given.has("--help");
  return {
    chain: {
      ledger: one("--ledger") ?? "test-ledger",
      reset: given.has("--reset"),
      ...(slotMs === undefined ? {} : { slotMs }),
      ...(slotsPerEpoch === undefined ? {} : { slotsPerEpoch }),
      ...(startTimeSeconds === undefined ? {} : { startTimeSeconds }),
      accounts: help ? [] : readAccounts(given),
      programs: help ? [] : readPrograms(given),
    },
    serve: {
      host: one("--bind-address") ?? "127.0.0.1",
      rpcPort,
      enableWarp: given.has("--enable-warp"),
      pubsub: { enableBlock: true, enableVote: false, maxSubscriptions: 100_000 },
    },
    quiet: given.has("--quiet"),
    help,
  };
}

function collect(args: readonly string[]): Map<string, string[][]> {
  const given = new Map<string, string[][]>();
  for (let at = 0; at < args.length; ) {
    const word = args[at] ?? "";
    const flag = SHORT[word] ?? word;
    const count = FLAGS[flag];
    if (count === undefined) throw new UsageError(`${word} is not supported; see --help`);
    const values = args.slice(at + 1, at + 1 + count);
    if (values.length < count) throw new UsageError(`${flag} takes ${count} value${count === 1 ? "" : "s"}`);
    given.set(flag, [...(given.get(flag) ?? []), values]);
    at += 1 + count;
  }
  return given;
}

function readAccounts(given: Map<string, string[][]>): GenesisAccount[] {
  const single = (given.get("--account") ?? []).map(([address = "", file = ""]) => readAccountFile(file, address));
  const folders = (given.get("--account-dir") ?? []).flatMap(([folder = ""]) => readAccountFolder(folder));
  return [...folders, ...single];
}

function readPrograms(given: Map<string, string[][]>): GenesisProgram[] {
  const plain = (given.get("--bpf-program") ?? []).map(([id = "", file = ""]) => ({ id, file, authority: "none" }));
  const owned = (given.get("--upgradeable-program") ?? []).map(([id = "", file = "", authority = ""]) => ({
    id,
    file,
    authority,
  }));
  return [...plain, ...owned].map(({ id, file, authority }) => ({
    id: readAddress(id),
    elf: readNamedFile(file),
    authority: authority === "none" ? null : readAddress(authority),
  }));
}

function readAddress(text: string): Key {
  const key = parseKey(text);
  if (key === undefined) throw new UsageError(`"${text}" is no address`);
  return key;
}
