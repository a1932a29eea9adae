import { getOffchainMessageDecoder } from "@solana/kit";
import type { Describe } from "./describe.ts";

/** `\xff` and `solana offchain`: no transaction message can begin like this. */
const prefix = Uint8Array.of(0xff, ...new TextEncoder().encode("solana offchain"));

/**
 * Decodes a message in Solana's off-chain format. Refuses whatever else: without the prefix the bytes could be a
 * transaction, and a message for other signers is none of ours.
 */
export const describeOffchainMessage: Describe = (bytes, owner) => {
  if (!prefix.every((byte, index) => bytes[index] === byte))
    return { kind: "refused", reason: "This is not a message in Solana's off-chain format." };
  try {
    const message = getOffchainMessageDecoder().decode(bytes);
    const signers = message.requiredSignatories.map(({ address }) => String(address));
    if (signers.length !== 1 || signers[0] !== owner)
      return { kind: "refused", reason: "This message is meant for another signer than your wallet." };
    const text = typeof message.content === "string" ? message.content : message.content.text;
    return {
      kind: "content",
      content: {
        headline: ["Sign a message. It moves no money."],
        ...{ moves: [], lines: [], notices: [], maxSpend: null, text, isChecking: false, wordToType: null },
      },
      checked: null,
    };
  } catch {
    return { kind: "refused", reason: "This message is damaged." };
  }
};
