import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Channels } from "./channels.ts";

const idRegistry = "0x00000000fc6c5f01fc30151999387bb99a9f489b";
/** `idOf(address)`: the first four bytes of its Keccak hash. */
const idOfSelector = "0xd94fe832";

const requestSchema = z.object({
  id: z.union([z.int(), z.string()]),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
});
const callSchema = z.object({ to: z.string(), data: z.string() });

/**
 * `POST /farcaster/optimism`: the JSON-RPC of Optimism with the one contract that we call. Any other call reverts, as for a
 * missing contract.
 */
export const addOptimismRoutes = (app: FastifyInstance, { custody }: Channels): void => {
  app.post("/farcaster/optimism", (request, reply) => {
    const read = requestSchema.safeParse(request.body);
    const refuse = (id: string | number | null, code: number, message: string) =>
      reply.send({ jsonrpc: "2.0", id, error: { code, message } });
    if (!read.success) return refuse(null, -32_600, "Invalid Request");
    const { id, method, params = [] } = read.data;
    const answer = (result: unknown) => reply.send({ jsonrpc: "2.0", id, result });
    if (method === "eth_chainId") return answer("0xa");
    if (method === "eth_getCode") return answer("0x");
    if (method !== "eth_call") return refuse(id, -32_601, `the method ${method} does not exist`);
    const call = callSchema.safeParse(params[0]);
    const isOurs = call.success && call.data.to.toLowerCase() === idRegistry && call.data.data.startsWith(idOfSelector);
    if (!isOurs) return refuse(id, 3, "execution reverted");
    const owner = `0x${call.data.data.slice(-40).toLowerCase()}`;
    return answer(`0x${(custody.get(owner) ?? 0).toString(16).padStart(64, "0")}`);
  });
};
