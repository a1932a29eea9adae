const MAGIC = 0xfd2fb528;
// Own window size, and a content size of four bytes.
const DESCRIPTOR = 0b1000_0000;
// 2^(10 + 7) bytes, the size of a block: decoders need no more memory than that, whatever their limit.
const WINDOW = 7 << 3;
const MAX_BLOCK = 128 * 1024;
const RAW = 0;
const RLE = 1;

/**
 * A Zstandard frame (RFC 8878) with the given content, for clients that request `base64+zstd`. Blocks are stored uncompressed,
 * or as one repeated byte: between two processes of one machine, compressing costs more than it saves.
 */
export function zstdFrame(content: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt8(DESCRIPTOR, 4);
  header.writeUInt8(WINDOW, 5);
  header.writeUInt32LE(content.length, 6);
  const parts: Buffer[] = [header];
  let at = 0;
  do {
    const block = content.subarray(at, at + MAX_BLOCK);
    at += block.length;
    parts.push(...encodeBlock(block, at >= content.length));
  } while (at < content.length);
  return Buffer.concat(parts);
}

function encodeBlock(block: Buffer, last: boolean): Buffer[] {
  const repeats = block.length > 1 && block.equals(Buffer.alloc(block.length, block.subarray(0, 1)));
  const header = Buffer.alloc(3);
  header.writeUIntLE((block.length << 3) | ((repeats ? RLE : RAW) << 1) | (last ? 1 : 0), 0, 3);
  return [header, repeats ? block.subarray(0, 1) : block];
}
