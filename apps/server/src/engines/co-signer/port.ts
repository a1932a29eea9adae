import type { Address, TransactionSignature } from "@tribe/contract";

/** What the admin's key is asked to sign beside its trader. */
export interface CoSignRequest {
  /** The compiled message, whole. */
  readonly message: Uint8Array<ArrayBuffer>;
  readonly trader: Address;
  /** The trader's, over exactly these bytes. */
  readonly signature: TransactionSignature;
}

/**
 * Co-signs creations, buys and co-signed sells. It takes nobody's word: the message itself must be one of
 * those, paid and already signed by its trader.
 */
export interface CoSigner {
  /** The admin's. */
  readonly address: Address;
  /**
   * @throws CoSignRefusedError for any other message, and where more is asked than a busy day brings. @throws ApiError
   * `unavailable` when the process that has the key doesn't answer.
   */
  coSign(request: CoSignRequest): Promise<TransactionSignature>;
}

/** What was asked for is signed by nobody of ours: a fault, or somebody who has taken a process of ours. */
export class CoSignRefusedError extends Error {
  override readonly name = "CoSignRefusedError";
}
