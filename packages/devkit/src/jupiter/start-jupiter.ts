import type { AddressInfo } from "node:net";
import Fastify, { type FastifyReply } from "fastify";
import * as z from "zod/mini";
import { guardHost } from "../http/guard.ts";
import { connectionLimits } from "../http/limits.ts";
import { type ApiInstruction, sharedRouteV2, someAddress, token2022, wrappedSol } from "./route-instruction.ts";

/** A Token-2022 token that the stand-in trades against SOL, by constant product and without fees. */
export interface JupiterMarket {
  readonly mint: string;
  /** Lamports */
  readonly sol: bigint;
  /** Base units */
  readonly tokens: bigint;
}

/** The answer of `POST /swap-instructions`. */
export interface SwapInstructions {
  readonly swapInstruction: ApiInstruction;
  readonly [other: string]: unknown;
}

export interface JupiterStandInOptions {
  readonly markets: readonly JupiterMarket[];
  /** Changes an answer, to simulate a lying API. */
  readonly tamper?: (answer: SwapInstructions) => SwapInstructions;
}

/** The running stand-in. */
export interface JupiterStandIn {
  /** The value of `JUPITER_API_URL`. */
  readonly apiUrl: string;
  stop(): Promise<void>;
}

const amount = z.string().check(z.regex(/^[1-9][0-9]{0,19}$/));
const quoteQuery = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  amount,
  slippageBps: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
  swapMode: z.literal("ExactIn"),
  asLegacyTransaction: z.literal("true"),
  instructionVersion: z.literal("V2"),
});
const swapBody = z.object({
  quoteResponse: z.looseObject({
    inputMint: z.string(),
    outputMint: z.string(),
    inAmount: amount,
    outAmount: amount,
    slippageBps: z.int(),
  }),
  userPublicKey: z.string(),
  useSharedAccounts: z.literal(true),
  asLegacyTransaction: z.literal(true),
});

/**
 * Starts a stand-in of Jupiter's swap API on loopback: `GET /quote` and `POST /swap-instructions` of `/swap/v1`, in the public
 * API's format, for the one kind of route that we request. Its swaps cannot land on the embedded chain, which lacks Jupiter's
 * program.
 */
export const startJupiter = async ({ markets, tamper }: JupiterStandInOptions): Promise<JupiterStandIn> => {
  const app = Fastify({ logger: false, forceCloseConnections: true, ...connectionLimits });
  guardHost(app, []);
  // The page calls Jupiter directly.
  app.addHook("onSend", async (_request, reply) => {
    reply.header("access-control-allow-origin", "*").header("access-control-allow-headers", "content-type");
    reply.header("cross-origin-resource-policy", "cross-origin");
  });
  app.options("/swap/v1/*", (_request, reply) => reply.code(204).send());
  const sideOf = (mint: string) =>
    mint === wrappedSol.mint || markets.some((market) => market.mint === mint)
      ? { mint, tokenProgram: mint === wrappedSol.mint ? wrappedSol.tokenProgram : token2022 }
      : null;

  app.get("/swap/v1/quote", (request, reply) => {
    const query = quoteQuery.safeParse(request.query);
    if (!query.success) return refuse(reply, "Query parameters are not valid", undefined);
    const { inputMint, outputMint, slippageBps } = query.data;
    const input = BigInt(query.data.amount);
    const foreign = [inputMint, outputMint].find((mint) => sideOf(mint) === null);
    if (foreign) return refuse(reply, `The token ${foreign} is not tradable`, "TOKEN_NOT_TRADABLE");
    const market = markets.find(({ mint }) => mint === inputMint || mint === outputMint);
    if (!market || inputMint === outputMint) return refuse(reply, "No routes found", "NO_ROUTES_FOUND");
    const [inside, outside] = inputMint === wrappedSol.mint ? [market.sol, market.tokens] : [market.tokens, market.sol];
    const output = (outside * input) / (inside + input);
    if (output === 0n) return refuse(reply, "Could not find any route", "COULD_NOT_FIND_ANY_ROUTE");
    const shown = { inputMint, outputMint, inAmount: `${input}`, outAmount: `${output}` };
    return reply.send({
      ...shown,
      otherAmountThreshold: `${(output * BigInt(10_000 - slippageBps)) / 10_000n}`,
      swapMode: "ExactIn",
      slippageBps,
      platformFee: null,
      priceImpactPct: `${Number(input) / Number(inside + input)}`,
      routePlan: [
        {
          swapInfo: { ammKey: someAddress(71), label: "Stand-in", ...shown, feeAmount: "0", feeMint: inputMint },
          percent: 100,
          bps: 10_000,
        },
      ],
      contextSlot: 324_307_186,
      timeTaken: 0.001,
      instructionVersion: "V2",
    });
  });

  app.post("/swap/v1/swap-instructions", async (request, reply) => {
    const body = swapBody.safeParse(request.body);
    if (!body.success) return refuse(reply, "The body is not valid", undefined);
    const { quoteResponse, userPublicKey } = body.data;
    const [from, to] = [sideOf(quoteResponse.inputMint), sideOf(quoteResponse.outputMint)];
    if (!from || !to) return refuse(reply, "The quote is not one of ours", undefined);
    const answer: SwapInstructions = {
      tokenLedgerInstruction: null,
      otherInstructions: [],
      computeBudgetInstructions: [
        { programId: "ComputeBudget111111111111111111111111111111", accounts: [], data: "AsBcFQA=" },
      ],
      setupInstructions: [],
      swapInstruction: await sharedRouteV2(userPublicKey, from, to, {
        input: BigInt(quoteResponse.inAmount),
        quotedOutput: BigInt(quoteResponse.outAmount),
        slippageBps: quoteResponse.slippageBps,
      }),
      cleanupInstruction: null,
      addressLookupTableAddresses: [],
      prioritizationFeeLamports: 0,
      computeUnitLimit: 1_400_000,
      simulationError: null,
    };
    return reply.send(tamper ? tamper(answer) : answer);
  });

  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return { apiUrl: `http://localhost:${port}/swap/v1`, stop: () => app.close() };
};

const refuse = (reply: FastifyReply, error: string, errorCode: string | undefined): FastifyReply =>
  reply.code(400).send(errorCode === undefined ? { error } : { error, errorCode });
