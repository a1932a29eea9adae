/** An error as JSON-RPC carries it: Solana's codes and words. */
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

/** Solana's numbers for what can go wrong. */
export const RPC_CODE = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerification: -32003,
  blockNotAvailable: -32004,
  slotSkipped: -32007,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
} as const;

/** The caller's parameters are wrong. */
export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_CODE.invalidParams, message);
}
