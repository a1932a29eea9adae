import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { ratesAt } from "./rates-at.ts";

const answerSchema = z.object({
  status: z.number().int().min(200).max(599),
  retryAfter: z.string().max(64).optional(),
});

/**
 * Coinbase's public exchange rates (`GET /v2/exchange-rates?currency=SOL`), with rates of SOL that move by themselves. Tools can make
 * it fail: `PUT /rates/api/answer` with `{ status, retryAfter? }`, and 200 mends it.
 */
export const addRatesRoutes = (app: FastifyInstance): void => {
  let fault: z.output<typeof answerSchema> | null = null;

  app.put("/rates/api/answer", async (request) => {
    const answer = answerSchema.parse(request.body);
    fault = answer.status === 200 ? null : answer;
    return {};
  });

  app.get<{ Querystring: { currency?: string } }>("/rates/v2/exchange-rates", async (request, reply) => {
    if (fault) {
      if (fault.retryAfter !== undefined) reply.header("retry-after", fault.retryAfter);
      return reply.code(fault.status).send({ errors: [{ id: "internal_server_error", message: "Unavailable" }] });
    }
    const { currency = "USD" } = request.query;
    if (currency !== "SOL")
      return reply
        .code(400)
        .send({ errors: [{ id: "invalid_request", message: `Invalid currency (${currency.slice(0, 9)})` }] });
    return { data: { currency, rates: ratesAt(Date.now()) } };
  });
};
