/** A JSON-RPC error with Solana's codes and texts. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

/** Solana's error codes (Agave's `rpc-client-api/src/custom_error.rs`), and the DAS interface's. */
export const RPC_CODE = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  das: -32000,
  preflightFailure: -32002,
  blockNotAvailable: -32004,
  noSnapshot: -32008,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
} as const;

/** The caller's parameters are wrong. */
export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_CODE.invalidParams, message);
}

/** A block that does not exist yet, or has not reached the requested commitment. */
export function blockNotAvailable(slot: number): RpcError {
  return new RpcError(RPC_CODE.blockNotAvailable, `Block not available for slot ${slot}`);
}
