import { texts } from "../texts.ts";

/** Why a transfer is impossible. */
export const sendTexts = {
  ownAddress: "This is your own address",
  keylessAddress: "This address belongs to a token or a program, not to a wallet",
  feeInSol: `${texts.insufficientBalance}: the network fee is paid in SOL`,
  /** @param sol the least that a wallet must keep, as text */
  mustKeep: (sol: string): string => `Your wallet must keep ${sol} SOL, or nothing`,
} as const;
