import { getOffchainMessageDecoder, getOffchainMessageEncoder } from "@solana/kit";
import { hasUnseen } from "@tribe/domain/people";
import { messageRefusals } from "@tribe/domain/words";
import { nothing } from "../outflow/declaration.ts";
import type { Describe } from "./describe.ts";

/** `\xff` and `solana offchain`: no transaction message can begin like this. */
const prefix = Uint8Array.of(0xff, ...new TextEncoder().encode("solana offchain"));

/** As much as a person can read before signing; the box shows a third of the lines at once and scrolls. */
const maxLines = 36;
const maxCharacters = 2_000;
/** Thousands of empty lines would push important text out of sight. */
const lengthProblem = (text: string): string | null => {
  const lines = text.split("\n").length;
  if (lines > maxLines) return messageRefusals.tooManyLines(lines, maxLines);
  return text.length > maxCharacters ? messageRefusals.tooLong(text.length, maxCharacters) : null;
};

/**
 * Decodes a message in Solana's off-chain format, and refuses anything else: without the prefix the bytes could be a transaction,
 * and a message for other signers is not for this wallet.
 */
export const describeOffchainMessage: Describe = (bytes, owner) => {
  if (!prefix.every((byte, index) => bytes[index] === byte))
    return { kind: "refused", reason: messageRefusals.otherFormat };
  try {
    const message = getOffchainMessageDecoder().decode(bytes);
    const signers = message.requiredSignatories.map(({ address }) => String(address));
    if (signers.length !== 1 || signers[0] !== owner) return { kind: "refused", reason: messageRefusals.otherSigner };
    const text = typeof message.content === "string" ? message.content : message.content.text;
    // The decoder drops null characters: the shown text must be all that is signed.
    const written = getOffchainMessageEncoder().encode(message);
    if (written.length !== bytes.length || written.some((byte, index) => bytes[index] !== byte))
      return { kind: "refused", reason: messageRefusals.hiddenCharacters };
    if (text.split(/\r\n|[\n\t]/u).some(hasUnseen))
      return { kind: "refused", reason: messageRefusals.hiddenCharacters };
    const tooLong = lengthProblem(text);
    if (tooLong) return { kind: "refused", reason: tooLong };
    return {
      kind: "content",
      content: {
        headline: ["Sign a message. It moves no money."],
        ...{
          moves: [],
          lines: [],
          notices: [],
          maxSpend: null,
          spendKind: "costs",
          text,
          isChecking: false,
          typing: null,
        },
      },
      checked: null,
      outflow: nothing,
    };
  } catch {
    return { kind: "refused", reason: messageRefusals.damaged };
  }
};
