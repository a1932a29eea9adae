import { ApiError, milliseconds } from "@tribe/contract";
import { pageTexts } from "@tribe/domain/words";
import * as z from "zod/mini";

const answerSchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({
    error: z.object({
      code: z.number(),
      message: z.string(),
      data: z.optional(z.unknown()),
    }),
  }),
]);

/**
 * A node's own refusal: the cause of the ApiError that {@link rpcCall} throws. Its code is JSON-RPC's, or the HTTP status of an
 * answer that is not JSON-RPC.
 */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal";
  readonly code: number;
  /** The node's additional data, of any shape. */
  readonly data: unknown;

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * One read from the chain's own RPC: balances are read from the chain, not from our server.
 * @throws ApiError `unavailable` when the RPC does not answer or refuses
 */
export const rpcCall = async <Schema extends z.ZodMiniType>(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> => {
  const timeout = AbortSignal.timeout(milliseconds.apiTimeout);
  try {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { ok, status: code } = response;
    // A proxy may answer instead of the node: then only the status is known.
    const body: unknown = await (ok ? response.json() : response.json().catch(() => null));
    const { data, error } = z.safeParse(answerSchema, body);
    if (!data) throw ok ? error : new RpcRefusal({ code, message: "" });
    if ("error" in data) throw new RpcRefusal(data.error);
    return z.parse(schema, data.result);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError("unavailable", { cause, message: pageTexts.chainUnreachable });
  }
};
