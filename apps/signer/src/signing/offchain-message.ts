import { getOffchainMessageDecoder, getOffchainMessageEncoder } from "@solana/kit";
import type { Describe } from "./describe.ts";

/** `\xff` and `solana offchain`: no transaction message can begin like this. */
const prefix = Uint8Array.of(0xff, ...new TextEncoder().encode("solana offchain"));

/** What a person can read before signing it; the box shows a third of the lines at once and scrolls. */
const maxLines = 36;
const maxCharacters = 2_000;
/** Line breaks as any browser draws them. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Thousands of empty lines would push what matters out of sight. */
const lengthProblem = (text: string): string | null => {
  const lines = text.split(lineBreak).length;
  if (lines > maxLines) return `This message has ${lines} lines; your wallet signs at most ${maxLines}.`;
  return text.length > maxCharacters
    ? `This message has ${text.length} characters; your wallet signs at most ${maxCharacters}.`
    : null;
};

/**
 * Decodes a message in Solana's off-chain format. Refuses whatever else: without the prefix the bytes could be a
 * transaction, and a message for other signers is none of ours.
 */
export const describeOffchainMessage: Describe = (bytes, owner) => {
  if (!prefix.every((byte, index) => bytes[index] === byte))
    return { kind: "refused", reason: "This isn't a message in Solana's off-chain format." };
  try {
    const message = getOffchainMessageDecoder().decode(bytes);
    const signers = message.requiredSignatories.map(({ address }) => String(address));
    if (signers.length !== 1 || signers[0] !== owner)
      return { kind: "refused", reason: "This message is for a different signer, not your wallet." };
    const text = typeof message.content === "string" ? message.content : message.content.text;
    // The decoder leaves null characters out: what is shown must be all that is signed.
    const written = getOffchainMessageEncoder().encode(message);
    if (written.length !== bytes.length || written.some((byte, index) => bytes[index] !== byte))
      return { kind: "refused", reason: "This message has characters that can't be shown as they would be signed." };
    const tooLong = lengthProblem(text);
    if (tooLong) return { kind: "refused", reason: tooLong };
    return {
      kind: "content",
      content: {
        headline: ["Sign a message. It moves no money."],
        ...{ moves: [], lines: [], notices: [], maxSpend: null, text, isChecking: false, typing: null },
      },
      checked: null,
    };
  } catch {
    return { kind: "refused", reason: "This message is damaged." };
  }
};
