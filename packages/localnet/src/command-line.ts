import { readAccountFile, readAccountFolder } from "./account-file.ts";
import { SYSTEM_PROGRAM } from "./chain/accounts/account.ts";
import type { GenesisAccount, GenesisProgram } from "./chain/genesis.ts";
import type { ChainOptions } from "./chain/options.ts";
import { type Key, parseKey } from "./codec/keys.ts";
import { type FlagName, type GivenFlags, readFlags, UsageError } from "./flags.ts";
import { readAddressOrKeypair, readProgramFile } from "./program-file.ts";
import { DEFAULT_PUBSUB } from "./pubsub/switches.ts";
import type { ServeOptions } from "./server.ts";

/** A chain to run. */
export interface RunCommand {
  readonly kind: "run";
  readonly chain: ChainOptions & { readonly ledger: string };
  readonly serve: ServeOptions;
  readonly quiet: boolean;
  /** Folder of Light's package, if the chain is to have its programs and trees. */
  readonly lightFolder: string | undefined;
  /** Flags about a new chain's initial state: an existing ledger ignores them. */
  readonly onlyForNew: readonly FlagName[];
}

/** The action of the command. */
export type CommandLine = { readonly kind: "help" } | { readonly kind: "version" } | RunCommand;

const MAX_LAMPORTS = 2n ** 64n - 1n;
const MINT_LAMPORTS = 500_000_000n * 1_000_000_000n;
const ONLY_FOR_NEW: readonly FlagName[] = [
  "mint",
  "faucet-sol",
  "account",
  "account-dir",
  "slots-per-epoch",
  "start-time",
];

/**
 * Parses the command line and reads the files that it names.
 * @throws UsageError, BadFileError
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const given = readFlags(args);
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };
  const one = (flag: FlagName) => given.get(flag)?.[0]?.[0];
  const whole = (flag: FlagName, min: number, max = 10 ** 15) => {
    const text = one(flag);
    if (text === undefined) return undefined;
    if (!/^\d{1,16}$/.test(text) || Number(text) < min || Number(text) > max) {
      const range = max === 10 ** 15 ? `of at least ${min}` : `from ${min} to ${max}`;
      throw new UsageError(`--${flag} takes a whole number ${range}, not "${text}"`);
    }
    return Number(text);
  };
  // PubSub uses the next port.
  const rpcPort = whole("rpc-port", 0, 65_534) ?? 8899;
  const maxSubscriptions = whole("rpc-pubsub-max-active-subscriptions", 1) ?? DEFAULT_PUBSUB.maxSubscriptions;
  const slotMs = whole("slot-ms", 1, 3_600_000);
  const slotsPerEpoch = whole("slots-per-epoch", 32);
  const startTimeSeconds = whole("start-time", 0);
  const faucetLamports = readSol("faucet-sol", one("faucet-sol"));
  return {
    kind: "run",
    chain: {
      ledger: one("ledger") ?? "test-ledger",
      reset: given.has("reset"),
      ...(slotMs === undefined ? {} : { slotMs }),
      ...(slotsPerEpoch === undefined ? {} : { slotsPerEpoch }),
      ...(startTimeSeconds === undefined ? {} : { startTimeSeconds }),
      ...(faucetLamports === undefined ? {} : { faucetLamports }),
      accounts: readAccounts(given),
      additions: readAccountFlag(given, "additional-account"),
      programs: readPrograms(given),
    },
    serve: {
      host: one("bind-address") ?? "127.0.0.1",
      rpcPort,
      enableWarp: given.has("enable-warp"),
      pubsub: {
        enableBlock: given.has("rpc-pubsub-enable-block-subscription"),
        enableVote: given.has("rpc-pubsub-enable-vote-subscription"),
        maxSubscriptions,
      },
    },
    quiet: given.has("quiet"),
    lightFolder: one("light"),
    onlyForNew: ONLY_FOR_NEW.filter((flag) => given.has(flag)),
  };
}

function readAccounts(given: GivenFlags): GenesisAccount[] {
  const mints = (given.get("mint") ?? []).map(([address = ""]) => ({
    key: readAddress("mint", address),
    account: { lamports: MINT_LAMPORTS, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), executable: false },
  }));
  const folders = (given.get("account-dir") ?? []).flatMap(([folder = ""]) => readAccountFolder(folder));
  return [...mints, ...folders, ...readAccountFlag(given, "account")];
}

function readAccountFlag(given: GivenFlags, flag: "account" | "additional-account"): GenesisAccount[] {
  return (given.get(flag) ?? []).map(([address = "", file = ""]) =>
    readAccountFile(file, address === "-" ? undefined : readAddress(flag, address)),
  );
}

function readAddress(flag: FlagName, text: string): Key {
  const key = parseKey(text);
  if (key === undefined) throw new UsageError(`--${flag}: "${text}" is no address`);
  return key;
}

/** An amount in SOL, with up to nine places, as lamports. */
function readSol(flag: FlagName, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const [, whole = "", places = ""] = /^(\d{1,11})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  const lamports = BigInt(whole + places.padEnd(9, "0"));
  if (whole === "" || lamports > MAX_LAMPORTS) throw new UsageError(`--${flag} takes an amount in SOL, not "${text}"`);
  return lamports;
}

function readPrograms(given: GivenFlags): GenesisProgram[] {
  const plain = (given.get("bpf-program") ?? []).map(([id = "", file = ""]) => ({ id, file, authority: "none" }));
  const owned = (given.get("upgradeable-program") ?? []).map(([id = "", file = "", authority = ""]) => ({
    id,
    file,
    authority,
  }));
  return [...plain, ...owned].map(({ id, file, authority }) => ({
    id: readAddressOrKeypair(id),
    elf: readProgramFile(file),
    authority: authority === "none" ? null : readAddressOrKeypair(authority),
  }));
}
