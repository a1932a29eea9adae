/**
 * Light's state trees in its development files have room for 100 leaves each, and are emptied by a forester with a prover,
 * which we do not have. This resizes an empty queue or tree to the number of leaves in Light's production. Layouts:
 * light-protocol's `batched-merkle-tree` and `bounded-vec`; with the files' own sizes the result is equal to the files' bytes.
 */

/** Leaves of a batch and of one proof over a part of it, and the filter of what was spent. */
export interface BatchSizes {
  readonly batchSize: number;
  readonly zkpBatchSize: number;
  /** Bits; 0 for output queues, which have none. */
  readonly bloomFilterBits: number;
  readonly bloomFilterHashes: number;
}

const batchesPerQueue = 2;
const hashBytes = 32;
const vectorHead = 16;
/** Of each batch within the queue's head. */
const batchBytes = 96;
/** Where the first batch begins, behind the seven numbers of the queue. */
const firstBatch = 56;

/** Head of an output queue, and where its batches' sizes stand. */
const queue = { head: 552, batches: 232 };
/** The same of a state tree, whose roots follow the head. */
const tree = { head: 680, batches: 264, rootCapacity: 252, rootsHead: 24 };

/** Bytes of as many hashes as a vector has room for. */
const vector = (capacity: number): Buffer => {
  const bytes = Buffer.alloc(vectorHead + hashBytes * capacity);
  bytes.writeBigUInt64LE(BigInt(capacity), 8);
  return bytes;
};

const chains = ({ batchSize, zkpBatchSize }: BatchSizes): Buffer[] =>
  Array.from({ length: batchesPerQueue }, () => vector(batchSize / zkpBatchSize));

const readNumber = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

const sizesAt = (bytes: Buffer, at: number): BatchSizes => ({
  batchSize: readNumber(bytes, at + 8),
  zkpBatchSize: readNumber(bytes, at + 16),
  bloomFilterBits: readNumber(bytes, at + 24),
  bloomFilterHashes: readNumber(bytes, at + firstBatch + 32),
});

/** The header of an account with empty batches of other sizes. @throws RangeError when it is not empty */
const headWith = (original: Buffer, length: number, at: number, sizes: BatchSizes): Buffer => {
  const { batchSize, zkpBatchSize, bloomFilterBits, bloomFilterHashes } = sizes;
  if (batchSize % zkpBatchSize !== 0 || bloomFilterBits % 8 !== 0) throw new RangeError("the sizes don't divide");
  if (original.length < length || readNumber(original, at + 48) !== 0) throw new RangeError("it is not empty");
  const head = Buffer.from(original.subarray(0, length));
  const numbers = [batchesPerQueue, batchSize, zkpBatchSize, bloomFilterBits, 0, 0, 0];
  for (const [index, value] of numbers.entries()) head.writeBigUInt64LE(BigInt(value), at + 8 * index);
  for (let batch = 0; batch < batchesPerQueue; batch += 1) {
    const start = at + firstBatch + batchBytes * batch;
    head.fill(0, start, start + batchBytes);
    head.writeBigUInt64LE(BigInt(bloomFilterHashes), start + 32);
    head.writeBigUInt64LE(BigInt(bloomFilterBits), start + 40);
    head.writeBigUInt64LE(BigInt(batchSize), start + 48);
    head.writeBigUInt64LE(BigInt(zkpBatchSize), start + 56);
    head.writeBigUInt64LE(BigInt(batchSize * batch), start + 72);
  }
  return head;
};

/** The sizes that an output queue has. */
export const queueSizes = (bytes: Buffer): BatchSizes => sizesAt(bytes, queue.batches);
/** The sizes that a state tree has. */
export const treeSizes = (bytes: Buffer): BatchSizes => sizesAt(bytes, tree.batches);

/** An empty output queue of other sizes. @throws RangeError when it is not empty, or the sizes don't divide. */
export const resizeQueue = (original: Buffer, sizes: BatchSizes): Buffer => {
  const head = headWith(original, queue.head, queue.batches, sizes);
  const values = Array.from({ length: batchesPerQueue }, () => vector(sizes.batchSize));
  return Buffer.concat([head, ...values, ...chains(sizes)]);
};

/** An empty state tree of other sizes, with its roots. @throws RangeError as {@link resizeQueue}. */
export const resizeTree = (original: Buffer, sizes: BatchSizes): Buffer => {
  const rootsEnd = tree.head + tree.rootsHead + hashBytes * original.readUInt32LE(tree.rootCapacity);
  const head = headWith(original, rootsEnd, tree.batches, sizes);
  const filters = Buffer.alloc((batchesPerQueue * sizes.bloomFilterBits) / 8);
  return Buffer.concat([head, filters, ...chains(sizes)]);
};
