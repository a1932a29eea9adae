import type { Address, TransactionSignature } from "@tribe/contract";

/** A request for the admin's signature beside the trader's. */
export interface CoSignRequest {
  /** The whole compiled message. */
  readonly message: Uint8Array<ArrayBuffer>;
  readonly trader: Address;
  /** The trader's signature over exactly these bytes. */
  readonly signature: TransactionSignature;
}

/**
 * Co-signs creations, buys and sells. It trusts no caller: it decodes the message and accepts only these three, paid and
 * already signed by the trader.
 */
export interface CoSigner {
  /** The admin's address. */
  readonly address: Address;
  /**
   * @throws CoSignRefusedError for any other message, and beyond the rate limits. @throws ApiError
   * `unavailable` when the process that has the key doesn't answer.
   */
  coSign(request: CoSignRequest): Promise<TransactionSignature>;
}

/**
 * The co-signer refused. Our own code requests only what is accepted: this is a bug, or somebody controls one of our
 * processes.
 */
export class CoSignRefusedError extends Error {
  override readonly name = "CoSignRefusedError";
}
