import type { InnerGroup } from "../chain/engine.ts";
import { ByteReader } from "../codec/bytes.ts";
import { type Key, knownKey } from "../codec/keys.ts";
import type { WireTransaction } from "../transaction/wire.ts";

/**
 * Reads transactions' changes of compressed accounts from their instructions' data: Light's system program has the content of
 * the new accounts, and its call to the account-compression program has the hash and leaf of each and the spent ones. Layouts:
 * light-protocol's public sources (`invoke`, `invoke_cpi`, `invoke_cpi_with_read_only`; `InsertIntoQueues`).
 */

const SYSTEM = knownKey("SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7");
/** Every transaction that changes compressed accounts names it. */
export const ACCOUNT_COMPRESSION = knownKey("compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq");

const INVOKE = Buffer.from([26, 16, 169, 7, 21, 202, 242, 25]);
const INVOKE_CPI = Buffer.from([49, 212, 191, 129, 39, 194, 43, 196]);
const INVOKE_CPI_READ_ONLY = Buffer.from([86, 47, 163, 166, 21, 223, 92, 8]);
const INSERT_INTO_QUEUES = Buffer.from([180, 143, 159, 153, 35, 46, 248, 163]);

const DISCRIMINATOR = 8;
/** The discriminator, and the length of the rest. */
const HEAD = 12;
const PROOF = 128;
/** Accounts of the insertion that are not trees or queues. */
const FIRST_QUEUE = 2;

/** A program's data in a compressed account. */
export interface CompressedData {
  readonly discriminator: bigint;
  readonly data: Buffer;
  readonly dataHash: Key;
}

/** The content of a new compressed account. */
export interface NewContent {
  /** The program that owns it. */
  readonly owner: Key;
  readonly lamports: bigint;
  readonly address: Key | null;
  readonly data: CompressedData | null;
}

/** A new compressed account with its leaf index. */
export interface NewAccount {
  readonly hash: Key;
  readonly leafIndex: number;
  /** The queue or tree into which it was inserted. */
  readonly queue: Key;
  /** Null when its instruction has a layout that is not decoded here. */
  readonly content: NewContent | null;
}

/** The changes of one call. */
export interface StateChange {
  /** Hashes of the spent accounts. */
  readonly spent: readonly Key[];
  readonly made: readonly NewAccount[];
}

interface Instruction {
  readonly program: Key | undefined;
  readonly accounts: readonly (Key | undefined)[];
  readonly data: Buffer;
}

/** Reads Borsh, and Light's lists with a length of one byte. */
class LightReader extends ByteReader {
  skip(size: number): void {
    this.raw(size);
  }

  flag(): boolean {
    return this.u8() !== 0;
  }

  option<T>(read: () => T): T | null {
    return this.flag() ? read() : null;
  }

  #times<T>(count: number, read: () => T): T[] {
    const items: T[] = [];
    for (let item = 0; item < count; item++) items.push(read());
    return items;
  }

  list<T>(read: () => T): T[] {
    return this.#times(this.u32(), read);
  }

  shortList<T>(read: () => T): T[] {
    return this.#times(this.u8(), read);
  }
}

/** Copied: a view would keep the whole transaction in memory. */
const copied = (bytes: Buffer): Buffer => Buffer.from(bytes);

const readContent = (reader: LightReader): NewContent => ({
  owner: reader.key(),
  lamports: reader.u64(),
  address: reader.option(() => reader.key()),
  data: reader.option(() => ({ discriminator: reader.u64(), data: copied(reader.bytes()), dataHash: reader.key() })),
});

const readOutputs = (reader: LightReader): NewContent[] =>
  reader.list(() => {
    const content = readContent(reader);
    reader.u8(); // index of its queue, which the insertion says too
    return content;
  });

const skipProof = (reader: LightReader) => reader.option(() => reader.skip(PROOF));

/** An input of the first two layouts: the account, indexes of tree and queue, its leaf index, its kind of proof. */
const skipInput = (reader: LightReader) => {
  readContent(reader);
  reader.skip(1 + 1 + 4 + 1 + 2 + 1);
};

const skipNewAddress = (reader: LightReader) => reader.skip(32 + 1 + 1 + 2);

/** The contents of the new accounts in an instruction of the system program; null for another instruction. */
function readNewContents(data: Buffer): NewContent[] | null {
  const kind = data.subarray(0, DISCRIMINATOR);
  if (kind.equals(INVOKE)) {
    const reader = new LightReader(data.subarray(HEAD));
    skipProof(reader);
    reader.list(() => skipInput(reader));
    return readOutputs(reader);
  }
  if (kind.equals(INVOKE_CPI)) {
    const reader = new LightReader(data.subarray(HEAD));
    skipProof(reader);
    reader.list(() => skipNewAddress(reader));
    reader.list(() => skipInput(reader));
    return readOutputs(reader);
  }
  if (kind.equals(INVOKE_CPI_READ_ONLY)) {
    const reader = new LightReader(data.subarray(DISCRIMINATOR));
    // mode, bump, the calling program, lamports and whether they are compressed, two switches, the place of the context
    reader.skip(1 + 1 + 32 + 8 + 1 + 1 + 1 + 3);
    skipProof(reader);
    reader.list(() => reader.skip(32 + 1 + 1 + 2 + 1 + 1));
    reader.list(() => {
      reader.skip(8 + 32 + 1 + 1 + 4 + 1 + 2 + 8);
      reader.option(() => reader.skip(32));
    });
    return readOutputs(reader);
  }
  return null;
}

interface Insertion {
  readonly leaves: readonly { readonly queueIndex: number; readonly hash: Key }[];
  readonly spent: readonly Key[];
  readonly leafIndexes: readonly number[];
}

function readInsertion(data: Buffer): Insertion {
  const reader = new LightReader(data.subarray(HEAD));
  reader.skip(6 + 32); // counts and bumps, the transaction's hash
  const leaves = reader.shortList(() => ({ queueIndex: reader.u8(), hash: reader.key() }));
  const spent = reader.shortList(() => {
    const hash = reader.key();
    reader.skip(4 + 1 + 1 + 1); // its place, whether it is proven by it, indexes of tree and queue
    return hash;
  });
  reader.shortList(() => reader.skip(32 + 1 + 1)); // addresses
  // sequence numbers of outputs, inputs and addresses
  for (let list = 0; list < 3; list++) reader.shortList(() => reader.skip(32 + 32 + 8 + 8));
  const leafIndexes = reader.shortList(() => reader.u32());
  return { leaves, spent, leafIndexes };
}

function changeOf(instruction: Instruction, contents: readonly NewContent[]): StateChange {
  const { leaves, spent, leafIndexes } = readInsertion(instruction.data);
  const isComplete = contents.length === leaves.length;
  const made = leaves.flatMap(({ queueIndex, hash }, index): NewAccount[] => {
    const queue = instruction.accounts[FIRST_QUEUE + queueIndex];
    const leafIndex = leafIndexes[index];
    if (queue === undefined || leafIndex === undefined) return [];
    return [{ hash, leafIndex, queue, content: (isComplete ? contents[index] : undefined) ?? null }];
  });
  return { spent, made };
}

/** A successful transaction's instructions in the order of execution. */
function* instructionsOf(
  tx: WireTransaction,
  keys: readonly Key[],
  inner: readonly InnerGroup[],
): Generator<Instruction> {
  const resolve = ({ programIdIndex, accounts, data }: WireTransaction["instructions"][number]): Instruction => ({
    program: keys[programIdIndex],
    accounts: [...accounts].map((index) => keys[index]),
    data,
  });
  for (const [index, outer] of tx.instructions.entries()) {
    yield resolve(outer);
    for (const group of inner) if (group.index === index) yield* group.instructions.map(resolve);
  }
}

const reading = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch (error) {
    // Unknown layout: a program can be called with arbitrary trailing data.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/**
 * A successful transaction's changes, in order. Only Light's system program may insert, so nobody else can fake a change.
 * @param keys all keys of the transaction in the runtime's order
 */
export function stateChangesOf(tx: WireTransaction, keys: readonly Key[], inner: readonly InnerGroup[]): StateChange[] {
  const changes: StateChange[] = [];
  let contents: readonly NewContent[] = [];
  for (const instruction of instructionsOf(tx, keys, inner)) {
    const { program, data } = instruction;
    if (program === SYSTEM) {
      contents = reading(() => readNewContents(data)) ?? [];
    } else if (program === ACCOUNT_COMPRESSION && data.subarray(0, DISCRIMINATOR).equals(INSERT_INTO_QUEUES)) {
      const change = reading(() => changeOf(instruction, contents));
      if (change !== null) changes.push(change);
      contents = [];
    }
  }
  return changes;
}

/** The content of a compressed token account. */
export interface CompressedTokens {
  readonly mint: Key;
  readonly owner: Key;
  readonly amount: bigint;
  readonly delegate: Key | null;
  readonly isFrozen: boolean;
}

const COMPRESSED_TOKEN = knownKey("cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m");
const FROZEN = 1;

/** Reads a compressed token account's data; null for accounts of other programs. */
export function compressedTokensOf({ owner, data }: NewContent): CompressedTokens | null {
  if (owner !== COMPRESSED_TOKEN || data === null) return null;
  return reading(() => {
    const reader = new LightReader(data.data);
    return {
      mint: reader.key(),
      owner: reader.key(),
      amount: reader.u64(),
      delegate: reader.option(() => reader.key()),
      isFrozen: reader.u8() === FROZEN,
    };
  });
}
