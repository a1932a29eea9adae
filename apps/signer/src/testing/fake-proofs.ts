import { getBase58Encoder } from "@solana/kit";
import {
  type Address,
  ApiError,
  type Base64,
  deviceProofText,
  type TransactionSignature,
  type WalletAction,
} from "@tribe/contract";
import { fromBase64, utf8 } from "../keys/bytes.ts";

/** The challenges that a server gives out, each of which counts once, and its checks of signatures over them. */
export const createFakeProofs = (uid: string) => {
  const challenges = new Set<string>();

  /** Whether a device signed this text. */
  const isSigned = async (text: string, devicePublicKey: Base64, signature: Base64): Promise<boolean> => {
    const curve = { name: "ECDSA", namedCurve: "P-256" };
    const key = await crypto.subtle.importKey("spki", fromBase64(devicePublicKey), curve, false, ["verify"]);
    return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, fromBase64(signature), utf8(text));
  };

  return {
    isSigned,
    giveChallenge: (): string => {
      const challenge = crypto.randomUUID();
      challenges.add(challenge);
      return challenge;
    },
    /** Uses a challenge up. @returns false if it is none, or was used */
    consumeChallenge: (challenge: string): boolean => challenges.delete(challenge),
    /** @throws ApiError `device_unknown` */
    checkDevice: async (
      action: WalletAction,
      devicePublicKey: Base64,
      proof: { readonly challenge: string; readonly signature: Base64 },
      text = deviceProofText(action, uid, proof.challenge),
    ): Promise<void> => {
      if (!challenges.delete(proof.challenge)) throw new ApiError("device_unknown");
      if (!(await isSigned(text, devicePublicKey, proof.signature))) throw new ApiError("device_unknown");
    },
    /** Whether the wallet's own key signed this text. */
    isSignedByWallet: async (text: string, wallet: Address, signature: TransactionSignature): Promise<boolean> => {
      const owner = new Uint8Array(getBase58Encoder().encode(wallet));
      const key = await crypto.subtle.importKey("raw", owner, "Ed25519", false, ["verify"]);
      return crypto.subtle.verify("Ed25519", key, new Uint8Array(getBase58Encoder().encode(signature)), utf8(text));
    },
  };
};
