import { type Address, ApiError, type Lamports } from "@tribe/contract";
import * as z from "zod/mini";

const timeoutMs = 10_000;

const answerSchema = z.object({ url: z.string() });
const refusalSchema = z.object({ error: z.object({ message: z.string().check(z.maxLength(300)) }) });

/**
 * Opens an order at the on-ramp and gives the address of its page. @throws ApiError `invalid_field` with the provider's
 * words when it refuses the amount, Error when it does not answer.
 */
export const openOrder = async (
  provider: { baseUrl: string; secret: string },
  order: { id: string; address: Address; amount: Lamports; returnUrl: string },
): Promise<string> => {
  const response = await fetch(`${provider.baseUrl}/v1/orders`, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
    headers: { "content-type": "application/json", authorization: `Bearer ${provider.secret}` },
    body: JSON.stringify({
      orderId: order.id,
      address: order.address,
      lamports: order.amount.toString(),
      returnUrl: order.returnUrl,
    }),
  });
  const answer: unknown = await response.json();
  if (response.status === 400) {
    const { message } = refusalSchema.parse(answer).error;
    throw new ApiError("invalid_field", { field: "body.amount", message: `body.amount: ${message}` });
  }
  if (!response.ok) throw new Error(`the on-ramp answered ${response.status}`);
  return answerSchema.parse(answer).url;
};
