const bits = new DataView(new ArrayBuffer(8));

/** Formats a float like Rust's `{}`: the shortest digits that parse to the same value, never with an exponent. */
export function plainFloat(value: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const text = String(Math.abs(value));
  const [digits = "", exponent] = text.split("e");
  if (exponent === undefined) return sign + text;
  const [whole = "", fraction = ""] = digits.split(".");
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${all}`;
  return `${sign}${all.padEnd(point, "0")}`;
}

/**
 * Formats a non-negative float like Rust's `{:.N}`: its exact value rounded to N decimals, halves to even. `toFixed` only works
 * up to 10^21 and 100 decimals.
 */
export function fixedFloat(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const biased = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xf_ffff_ffff_ffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const exponent = (biased === 0 ? 1 : biased) - 1075;
  const scaled = mantissa * 10n ** BigInt(decimals);
  const rounded = exponent >= 0 ? scaled << BigInt(exponent) : halfToEven(scaled, BigInt(-exponent));
  return withPoint(rounded, decimals);
}

/** An amount of base units with its decimal point, all decimals written. */
export function withPoint(amount: bigint, decimals: number): string {
  if (decimals === 0) return amount.toString();
  const digits = amount.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Cuts trailing zeros after the decimal point. */
export function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function halfToEven(value: bigint, shift: bigint): bigint {
  const whole = value >> shift;
  const rest = value - (whole << shift);
  const half = 1n << (shift - 1n);
  return rest > half || (rest === half && (whole & 1n) === 1n) ? whole + 1n : whole;
}

function notFinite(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "inf" : "-inf";
}
