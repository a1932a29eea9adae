import type { SignerErrorCode } from "@tribe/contract";
import { walletFrameTexts } from "@tribe/domain/words";

/**
 * The failure of a call to the wallet. Code switches on `code`:
 * `declined`: the person declined; `refused`: the wallet refused, and the person has read why inside the frame;
 * `wallet_missing`: there is no wallet yet; `recovery_needed`: this browser has no share; `storage_unavailable`: the browser
 * stores nothing for the wallet's origin; `browser_too_old`: it can't sign; `unavailable`: a retry is safe; `unsupported`: not implemented yet.
 */
export class SignerError extends Error {
  override readonly name = "SignerError";
  readonly code: SignerErrorCode;
  /** The request that failed inside the frame, as the server's log names it. */
  readonly requestId: string | undefined;

  constructor(
    code: SignerErrorCode,
    message: string,
    options?: { readonly cause?: unknown; readonly requestId?: string | undefined },
  ) {
    super(message, options);
    this.code = code;
    this.requestId = options?.requestId;
  }
}

/** Converts anything thrown to a {@link SignerError}; other errors become `unavailable` with the original as cause. */
export const toSignerError = (thrown: unknown): SignerError =>
  thrown instanceof SignerError
    ? thrown
    : new SignerError("unavailable", walletFrameTexts.unreachable, {
        cause: thrown,
      });
