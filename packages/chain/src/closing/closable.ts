import { AccountState, type Extension, getTokenDecoder, type Token } from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { fromChainAddress } from "../accounts/addresses.ts";

/** Extensions of a token account that never keep its owner from closing it. */
const harmless: readonly Extension["__kind"][] = [
  "ImmutableOwner",
  "MemoTransfer",
  "CpiGuard",
  "NonTransferableAccount",
  "TransferHookAccount",
  "PausableAccount",
];

/**
 * Whether a wallet can close this token account, of either token program, once `units` have left it: then it must be empty,
 * and the wallet its owner and the one who may close it. A delegate does not matter. What this does not know is not closable.
 * @param data the account's bytes, empty when there is none
 */
export const isClosable = (data: Uint8Array, wallet: Address, units: bigint): boolean => {
  const account = decode(data);
  if (account?.state !== AccountState.Initialized) return false;
  const { owner, amount, closeAuthority, extensions } = account;
  if (fromChainAddress(owner) !== wallet || amount !== units) return false;
  if (closeAuthority.__option === "Some" && fromChainAddress(closeAuthority.value) !== wallet) return false;
  return extensions.__option === "None" || extensions.value.every(mayClose);
};

const mayClose = (extension: Extension): boolean =>
  extension.__kind === "TransferFeeAmount" ? extension.withheldAmount === 0n : harmless.includes(extension.__kind);

const decode = (data: Uint8Array): Token | null => {
  try {
    return getTokenDecoder().decode(data);
  } catch {
    return null;
  }
};
