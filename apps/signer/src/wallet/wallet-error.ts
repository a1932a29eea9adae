import { ApiError, type SignerErrorCode } from "@tribe/contract";
import { oldBrowserTexts, texts, walletErrorTexts } from "@tribe/domain/words";
import { DamagedShareError, LockedShareError } from "../keys/device.ts";
import { WrongShareError } from "../keys/shares.ts";
import { PasskeyError } from "../passkeys/authenticator.ts";
import { StorageError } from "../storage/account-record.ts";

/** The error of a call of the wallet; `message` is for the person. */
export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly code: SignerErrorCode;

  constructor(code: SignerErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** The request that failed, as the server's log names it; undefined when it was none. */
  get requestId(): string | undefined {
    return this.cause instanceof ApiError ? this.cause.requestId : undefined;
  }
}

export const recoveryNeeded = (cause?: unknown): WalletError =>
  new WalletError("recovery_needed", walletErrorTexts.notHere, { cause });

/** Of a browser that can't sign. */
export const browserTooOld = (): WalletError => new WalletError("browser_too_old", oldBrowserTexts.wallet);

export const walletMissing = (): WalletError => new WalletError("wallet_missing", texts.walletNotFound);

/** Any throwable as a WalletError. Unknown ones become `unavailable`, without their details. */
export const toWalletError = (thrown: unknown): WalletError => {
  if (thrown instanceof WalletError) return thrown;
  if (thrown instanceof WrongShareError)
    return new WalletError("refused", walletErrorTexts.brokenKey, { cause: thrown });
  // Retrying can't fix it; recovery gives this browser a new share.
  if (thrown instanceof PasskeyError) return new WalletError("unavailable", thrown.message, { cause: thrown });
  if (thrown instanceof LockedShareError)
    return new WalletError("unavailable", walletErrorTexts.locked, { cause: thrown });
  if (thrown instanceof DamagedShareError) return recoveryNeeded(thrown);
  if (thrown instanceof StorageError)
    return new WalletError("storage_unavailable", walletErrorTexts.noStorage(thrown.message), { cause: thrown });
  if (thrown instanceof ApiError) {
    if (thrown.code === "wallet_missing") return walletMissing();
    if (thrown.code === "allowance_over")
      return new WalletError("refused", walletErrorTexts.sentElsewhere, { cause: thrown });
    // Another browser created the wallet first, or this one's share was revoked.
    if (thrown.code === "device_unknown" || thrown.code === "wallet_exists") return recoveryNeeded(thrown);
    return new WalletError("unavailable", thrown.message, { cause: thrown });
  }
  return new WalletError("unavailable", walletErrorTexts.unknown, { cause: thrown });
};
