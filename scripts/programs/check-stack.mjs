/**
 * Fails when a program passes arguments on the stack: upstream LLVM allows it, but the virtual machine leaves a gap
 * between frames, so that the callee would read beyond its own. Such code shows as an access above the frame pointer.
 * `node scripts/programs/check-stack.mjs programs/artifacts/curve.so`
 */
import { readFileSync } from "node:fs";

const framePointer = 10;
const loads = new Set([0x61, 0x69, 0x71, 0x79]);
const stores = new Set([0x62, 0x6a, 0x72, 0x7a, 0x63, 0x6b, 0x73, 0x7b]);

const file = process.argv[2] ?? "";
const elf = readFileSync(file);
const sections = sectionsOf(elf);
const text = sections.find((section) => section.name === ".text") ?? executableSegmentOf(elf);
if (!text) throw new Error(`${file} has no code`);

const found = [];
for (let at = text.offset; at < text.offset + text.size; at += 8) {
  const [code, registers] = [elf.readUInt8(at), elf.readUInt8(at + 1)];
  const base = loads.has(code) ? registers >> 4 : stores.has(code) ? registers & 15 : -1;
  if (base === framePointer && elf.readInt16LE(at + 2) >= 0) found.push((at - text.offset) / 8);
}
if (found.length > 0) {
  console.error(`${file}: stack arguments at instructions ${found.join(", ")} (${found.map(nameOf).join(", ")})`);
  process.exit(1);
}
console.log(`${file}: no stack arguments`);

/**
 * SBPF v3 has no sections: its code is the segment that may be executed.
 * @param {Buffer} bytes
 */
function executableSegmentOf(bytes) {
  const executable = 1;
  const [table, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  const at = Array.from({ length: count }, (_, index) => table + index * size).find(
    (header) => (bytes.readUInt32LE(header + 4) & executable) !== 0,
  );
  if (at === undefined) return undefined;
  return {
    name: "",
    offset: Number(bytes.readBigUInt64LE(at + 8)),
    address: Number(bytes.readBigUInt64LE(at + 16)),
    size: Number(bytes.readBigUInt64LE(at + 32)),
  };
}

/** @param {Buffer} bytes */
function sectionsOf(bytes) {
  const [table, size, count, names] = [
    Number(bytes.readBigUInt64LE(40)),
    bytes.readUInt16LE(58),
    bytes.readUInt16LE(60),
    bytes.readUInt16LE(62),
  ];
  const all = Array.from({ length: count }, (_, index) => {
    const at = table + index * size;
    return {
      label: bytes.readUInt32LE(at),
      address: Number(bytes.readBigUInt64LE(at + 16)),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
    };
  });
  const strings = all[names]?.offset;
  if (strings === undefined) return [];
  return all.map((section) => ({ ...section, name: text0(bytes, strings + section.label) }));
}

/**
 * A text that ends with a zero.
 * @param {Buffer} bytes
 * @param {number} start
 */
function text0(bytes, start) {
  return bytes.toString("utf8", start, bytes.indexOf(0, start));
}

/**
 * The function that an instruction belongs to; `?` where the file has no names.
 * @param {number} instruction its number
 */
function nameOf(instruction) {
  const symbols = sections.find((section) => section.name === ".symtab");
  const strings = sections.find((section) => section.name === ".strtab");
  if (!text || !symbols || !strings) return "?";
  const address = text.address + instruction * 8;
  for (let at = symbols.offset; at < symbols.offset + symbols.size; at += 24) {
    const [start, length] = [Number(elf.readBigUInt64LE(at + 8)), Number(elf.readBigUInt64LE(at + 16))];
    if (address >= start && address < start + length) return text0(elf, strings.offset + elf.readUInt32LE(at));
  }
  return "?";
}
