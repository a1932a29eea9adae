import { parseAccountFile } from "../account-file.ts";
import { BadFileError } from "../bad-file-error.ts";
import type { GenesisAccount, GenesisProgram } from "../chain/genesis.ts";
import { type Key, parseKey } from "../codec/keys.ts";
import { checkedProgram } from "../program-file.ts";
import { lightPackage } from "./ensure-light.ts";
import { archiveName, filesOf, readPackage } from "./package-file.ts";
import { resizeQueue, resizeTree } from "./resize.ts";

const programs = {
  SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7: "light_system_program_pinocchio.so",
  cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m: "light_compressed_token.so",
  compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq: "account_compression.so",
} as const;

const queueFile = /^package\/accounts\/batched_output_queue_\w+\.json$/;
const treeFile = /^package\/accounts\/batch_state_merkle_tree_\w+\.json$/;
/** The account that lets the system program write into the trees. */
const registrationFile = /^package\/accounts\/registered_program_pda_35hk\w+\.json$/;

/** As in Light's production: 30,000 leaves in each of five trees, which are never emptied here. */
const queueSize = { batchSize: 15_000, zkpBatchSize: 500, bloomFilterBits: 0, bloomFilterHashes: 0 };
const treeSize = { batchSize: 15_000, zkpBatchSize: 500, bloomFilterBits: 2_301_536, bloomFilterHashes: 10 };

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const rentOf = (bytes: number): bigint => 6_960n * BigInt(128 + bytes);

/** The additions to a chain with compressed accounts. */
export interface Light {
  readonly accounts: readonly GenesisAccount[];
  readonly programs: readonly GenesisProgram[];
}

/**
 * Light Protocol for a chain: its three programs, which cannot be upgraded, and five state trees with their queues.
 * @throws BadFileError when its package is not in the folder, or has another hash
 */
export function readLight(folder: string): Light {
  const name = archiveName(lightPackage);
  const files = filesOf(name, readPackage(folder, lightPackage));
  const accounts = [...files].flatMap(([path, bytes]) => {
    if (queueFile.test(path)) return [resized(parseAccountFile(path, bytes), (data) => resizeQueue(data, queueSize))];
    if (treeFile.test(path)) return [resized(parseAccountFile(path, bytes), (data) => resizeTree(data, treeSize))];
    return registrationFile.test(path) ? [parseAccountFile(path, bytes)] : [];
  });
  return { accounts, programs: Object.entries(programs).map(([id, file]) => programOf(name, id, file, files)) };
}

function resized({ key, account }: GenesisAccount, change: (data: Buffer) => Buffer): GenesisAccount {
  const data = change(account.data);
  const rent = rentOf(data.length);
  return { key, account: { ...account, data, lamports: max(account.lamports, rent) } };
}

function programOf(name: string, id: string, file: string, files: ReadonlyMap<string, Buffer>): GenesisProgram {
  const elf = files.get(`package/bin/${file}`);
  const key: Key | undefined = parseKey(id);
  if (!elf || key === undefined) throw new BadFileError(name, `has no ${file}`);
  return { id: key, elf: checkedProgram(file, elf), authority: null };
}
