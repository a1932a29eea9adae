import { getBase58Encoder } from "@solana/kit";
import { expect } from "vitest";
import type { Locator } from "vitest/browser";
import { fromBase64 } from "../../src/keys/bytes.ts";
import type { WalletScreen } from "./wallet-screen.ts";

export const confirmOf = (screen: WalletScreen): Locator => screen.getByRole("button", { name: "Confirm" });
export const textOf = (screen: WalletScreen, text: string | RegExp): Locator =>
  screen.getByText(text, { exact: typeof text === "string" });

/** Expects these texts, each by itself. */
export const expectTexts = async (screen: WalletScreen, ...texts: readonly string[]): Promise<void> => {
  for (const text of texts) await expect.element(textOf(screen, text).first()).toBeVisible();
};

/** Presses Confirm once it works. @returns whether the answer is this wallet's signature of exactly these bytes */
export const confirmed = async (screen: WalletScreen): Promise<boolean> => {
  await confirmOf(screen).click();
  const [request, answer] = [screen.request(), await screen.answer()];
  if (!("signature" in answer) || !("message" in request) || screen.address === null) return false;
  const encode = (text: string) => new Uint8Array(getBase58Encoder().encode(text));
  const key = await crypto.subtle.importKey("raw", encode(screen.address), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, encode(answer.signature), fromBase64(request.message));
};

/** Presses OK under a refusal, and expects that nothing was signed. */
export const acknowledged = async (screen: WalletScreen): Promise<void> => {
  await screen.getByRole("button", { name: "OK" }).click();
  await expect(screen.answer()).rejects.toMatchObject({ code: "refused" });
};
