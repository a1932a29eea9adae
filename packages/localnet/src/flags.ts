import { parseArgs } from "node:util";

/** The command line asks for something impossible; the message says what. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

interface Flag {
  /** Names of its values. */
  readonly values: readonly string[];
  readonly help: string;
  readonly short?: string;
  /** May be given more than once. */
  readonly repeats?: true;
}

/** The flags by name, spelt as in Solana's test validator if it has them. */
export const FLAGS = {
  ledger: { short: "l", values: ["DIR"], help: "where the chain is kept (default: test-ledger)" },
  reset: { short: "r", values: [], help: "start anew" },
  quiet: { short: "q", values: [], help: "say nothing" },
  "rpc-port": { values: ["PORT"], help: "JSON-RPC; PubSub takes the next port (default: 8899; 0: any free ones)" },
  "bind-address": { values: ["HOST"], help: "address to listen on (default: 127.0.0.1)" },
  mint: { values: ["ADDRESS"], help: "an account that a new chain begins with 500,000,000 SOL in" },
  "faucet-sol": { values: ["SOL"], help: "what the faucet of a new chain can give (default: 500000000)" },
  account: {
    values: ["ADDRESS", "FILE"],
    repeats: true,
    help: 'an account of a new chain, from "solana account --output json"; ADDRESS -: the one in the file',
  },
  "account-dir": { values: ["DIR"], repeats: true, help: "every .json file of a folder as such an account" },
  "additional-account": {
    values: ["ADDRESS", "FILE"],
    repeats: true,
    help: "an account as --account, which an old ledger gets, too, where it has none",
  },
  "bpf-program": {
    values: ["ADDRESS_OR_KEYPAIR", "FILE"],
    repeats: true,
    help: "a program that can't be upgraded",
  },
  "upgradeable-program": {
    values: ["ADDRESS_OR_KEYPAIR", "FILE", "AUTHORITY"],
    repeats: true,
    help: "a program with its upgrade authority: an address, a keypair file or none",
  },
  light: {
    values: ["DIR"],
    help: "Light Protocol's programs and state trees, of which DIR keeps the package that npm fetches once",
  },
  "slots-per-epoch": { values: ["SLOTS"], help: "length of an epoch of a new chain (default: 432000)" },
  "rpc-pubsub-enable-block-subscription": { values: [], help: "offer blockSubscribe" },
  "rpc-pubsub-enable-vote-subscription": { values: [], help: "offer voteSubscribe, which never has news here" },
  "rpc-pubsub-max-active-subscriptions": { values: ["NUMBER"], help: "over all connections (default: 100000)" },
  "slot-ms": { values: ["MS"], help: "for tests: length of a slot (default: 400)" },
  "enable-warp": { values: [], help: "for tests: answer the RPC method tribeWarp" },
  "start-time": { values: ["UNIX"], help: "for tests: when a new chain begins, in seconds" },
  version: { short: "V", values: [], help: "say which version this is" },
  help: { short: "h", values: [], help: "say this" },
} as const satisfies Record<string, Flag>;

/** Name of a flag, without the dashes. */
export type FlagName = keyof typeof FLAGS;

/** The given flags: for each its values, once per use. */
export type GivenFlags = ReadonlyMap<FlagName, readonly (readonly string[])[]>;

/** Flags of Solana's test validator without a meaning here, refused with an explanation. */
const FOREIGN = [
  ...["account-index", "clone", "clone-feature-set", "clone-upgradeable-program", "compute-unit-limit", "config"],
  ...["deactivate-feature", "dynamic-port-range", "faucet-per-request-sol-cap", "faucet-per-time-sol-cap"],
  ...["faucet-port", "faucet-time-slice-secs", "geyser-plugin-config", "gossip-host", "gossip-port"],
  ...["limit-ledger-size", "log", "log-messages-bytes-limit", "maybe-clone", "rpc-faucet-address", "ticks-per-slot"],
  ...["transaction-account-lock-limit", "url", "warp-slot"],
];
const FOREIGN_SHORT: Readonly<Record<string, string>> = { u: "url", c: "clone", w: "warp-slot", C: "config" };

const ENTRIES: readonly (readonly [FlagName, Flag])[] = (Object.keys(FLAGS) as FlagName[]) // its keys are these names
  .map((name) => [name, FLAGS[name]]);

/**
 * Splits a command line into flags and their values.
 * @throws UsageError for a flag that is unknown, repeated, or has too few or too many values
 */
export function readFlags(args: readonly string[]): GivenFlags {
  const options = Object.fromEntries(
    ENTRIES.map(([name, { values, short }]) => {
      const type = values.length === 0 ? ("boolean" as const) : ("string" as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Map<FlagName, string[][]>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === "option-terminator") continue;
    if (token.kind === "positional") throw new UsageError(`"${token.value}" belongs to no flag; see --help`);
    const known = ENTRIES.find(([name]) => name === token.name);
    if (known === undefined) throw unknownFlag(token.name, token.rawName);
    const [name, flag] = known;
    const values = token.value === undefined ? [] : [token.value];
    for (let next = tokens[at + 1]; next?.kind === "positional" && wantsMore(flag, values); next = tokens[at + 1]) {
      values.push(next.value);
      at++;
    }
    const earlier = given.get(name) ?? [];
    given.set(name, [...earlier, ...groupsOf(name, flag, values, earlier.length > 0)]);
  }
  return given;
}

function wantsMore({ values, repeats }: Flag, sofar: readonly string[]): boolean {
  return values.length > 0 && (repeats === true || sofar.length < values.length);
}

function groupsOf(name: FlagName, flag: Flag, values: readonly string[], isAgain: boolean): string[][] {
  const count = flag.values.length;
  if (isAgain && flag.repeats === undefined && count > 0) throw new UsageError(`--${name} is given twice`);
  if (count === 0 && values.length === 0) return [[]];
  if (count === 0 || values.length === 0 || values.length % count !== 0) {
    throw new UsageError(`--${name} takes ${count === 0 ? "no value" : flag.values.join(" ")}`);
  }
  return Array.from({ length: values.length / count }, (_, group) => values.slice(group * count, (group + 1) * count));
}

function unknownFlag(name: string, written: string): UsageError {
  const foreign = FOREIGN.includes(name) ? name : written.startsWith("--") ? undefined : FOREIGN_SHORT[name];
  if (foreign !== undefined) {
    return new UsageError(`--${foreign} of Solana's test validator is not supported here; see --help`);
  }
  const nearest = ENTRIES.map(([flag]) => ({ flag, steps: distance(name, flag) })).sort((a, b) => a.steps - b.steps)[0];
  const isNear = nearest !== undefined && nearest.steps <= Math.max(2, name.length / 3);
  return new UsageError(`${written} is not supported${isNear ? `; did you mean --${nearest.flag}?` : "; see --help"}`);
}

/** The edit distance of two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const change = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The help text. */
export function helpText(): string {
  const rows = ENTRIES.map(([name, flag]) => {
    const { short, values } = flag;
    return [[`${short === undefined ? "    " : `-${short}, `}--${name}`, ...values].join(" "), flag.help] as const;
  });
  const width = 34;
  const lines = rows.map(([usage, help]) =>
    usage.length > width ? `  ${usage}\n  ${" ".repeat(width)}  ${help}` : `  ${usage.padEnd(width)}  ${help}`,
  );
  return `tribe-localnet: a Solana chain on this machine, for development and tests

Usage: tribe-localnet [flags]

${lines.join("\n")}

In an old ledger, what is said of a new chain is ignored, and a program whose code or authority differs is replaced.
`;
}
