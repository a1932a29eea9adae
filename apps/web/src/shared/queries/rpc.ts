import { ApiError, milliseconds } from "@tribe/contract";
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
const loggedSchema = z.object({ logs: z.array(z.string()) });

/** A node's own refusal: the cause of the ApiError that {@link rpcCall} throws. */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal";
  readonly code: number;
  readonly logs: readonly string[];

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message);
    this.code = code;
    const logged = z.safeParse(loggedSchema, data);
    this.logs = logged.success ? logged.data.logs : [];
  }
}

/**
 * One read of the chain's own RPC: what a person owns is asked of the chain, not of our server.
 * @throws ApiError `unavailable` when the RPC does not answer or refuses.
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
    const answer = z.parse(answerSchema, await response.json());
    if ("error" in answer) throw new RpcRefusal(answer.error);
    return z.parse(schema, answer.result);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError("unavailable", { cause, message: "We can't reach the chain right now" });
  }
};
