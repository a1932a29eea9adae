import type { SignerErrorCode } from "@tribe/contract";
import { walletFrameTexts } from "@tribe/domain/words";

/**
 * What a call of the wallet ended with when not with a result. Code switches on `code`:
 * `declined` the person said no; `refused` the wallet said no, and the person has read why inside the frame;
 * `wallet_missing` no wallet yet; `recovery_needed` this browser holds no share; `storage_unavailable` the browser
 * keeps nothing for the wallet's origin; `unavailable` a retry is safe; `unsupported` comes later.
 */
export class SignerError extends Error {
  override readonly name = "SignerError";
  readonly code: SignerErrorCode;

  constructor(code: SignerErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Any throwable as a {@link SignerError}; what is not one becomes `unavailable` and keeps its cause. */
export const toSignerError = (thrown: unknown): SignerError =>
  thrown instanceof SignerError
    ? thrown
    : new SignerError("unavailable", walletFrameTexts.unreachable, {
        cause: thrown,
      });
