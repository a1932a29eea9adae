import { addressSchema, base64Schema } from "@tribe/contract";
import * as z from "zod/mini";
import { askJson, type JsonQuestion } from "./ask-json.ts";
import { SwapError, type SwapUnavailableReason } from "./provider.ts";

/** The URL of Jupiter's swap API; an installation may use its own proxy instead, which adds a key. */
export const jupiterApiUrl = "https://api.jup.ag/swap/v1";

/** Amounts are decimal strings of base units. */
const amountSchema = z.string().check(z.regex(/^[0-9]{1,20}$/));

/** The fields of `GET /quote`'s answer that we read; the others are sent back unchanged. */
const quoteSchema = z.looseObject({
  inputMint: addressSchema,
  outputMint: addressSchema,
  inAmount: amountSchema,
  outAmount: amountSchema,
  swapMode: z.literal("ExactIn"),
  slippageBps: z.int(),
  priceImpactPct: z.string().check(z.regex(/^-?[0-9]*\.?[0-9]+(e-?[0-9]+)?$/i)),
  routePlan: z.array(z.unknown()).check(z.minLength(1)),
});
export type JupiterQuote = z.output<typeof quoteSchema>;

const instructionSchema = z.object({
  programId: addressSchema,
  accounts: z.array(z.object({ pubkey: addressSchema, isSigner: z.boolean(), isWritable: z.boolean() })),
  data: base64Schema,
});
/** The one field of `POST /swap-instructions`'s answer that we use. */
const instructionsSchema = z.object({ swapInstruction: instructionSchema });
export type JupiterInstruction = z.output<typeof instructionSchema>;

const errorSchema = z.object({ errorCode: z.optional(z.string()), error: z.optional(z.string()) });

/** Jupiter's routing errors by its documentation. */
const routingErrors: Readonly<Record<string, SwapUnavailableReason>> = {
  TOKEN_NOT_TRADABLE: "no_pool",
  MARKET_NOT_FOUND: "no_pool",
  NO_ROUTES_FOUND: "no_route",
  COULD_NOT_FIND_ANY_ROUTE: "no_route",
  ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT: "no_route",
  CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD: "zero",
};

/** How requests are made: URL, fetch, timeout, and abort signal. */
export type JupiterAsking = Pick<JsonQuestion, "fetch" | "timeoutMilliseconds" | "signal"> & {
  readonly apiUrl: string;
};

const ask = async <Schema extends z.ZodMiniType>(
  { apiUrl, ...asking }: JupiterAsking,
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const answer = await askJson({ url: `${apiUrl}${path}`, ...(body === undefined ? {} : { body }), ...asking });
  if (answer.status !== 200) {
    const error = z.safeParse(errorSchema, answer.body);
    const code = error.success ? (error.data.errorCode ?? "") : "";
    throw new SwapError(routingErrors[code] ?? (answer.status === 400 ? "no_route" : "unreachable"), {
      cause: answer.body,
    });
  }
  const parsed = z.safeParse(schema, answer.body);
  if (!parsed.success) throw new SwapError("unreachable", { cause: parsed.error });
  return parsed.data;
};

/** `GET /quote` for an exact input whose transaction needs no lookup table. @throws SwapError */
export const askQuote = (
  asking: JupiterAsking,
  query: {
    readonly inputMint: string;
    readonly outputMint: string;
    readonly amount: bigint;
    readonly slippageBps: number;
    readonly maxAccounts: number;
  },
): Promise<JupiterQuote> => {
  const parameters = new URLSearchParams({
    inputMint: query.inputMint,
    outputMint: query.outputMint,
    amount: query.amount.toString(),
    slippageBps: query.slippageBps.toString(),
    swapMode: "ExactIn",
    asLegacyTransaction: "true",
    maxAccounts: query.maxAccounts.toString(),
    instructionVersion: "V2",
  });
  return ask(asking, `/quote?${parameters}`, undefined, quoteSchema);
};

/** `POST /swap-instructions` for a quote: the route between Jupiter's own accounts. @throws SwapError */
export const askSwapInstruction = async (
  asking: JupiterAsking,
  quote: JupiterQuote,
  wallet: string,
): Promise<JupiterInstruction> => {
  const body = {
    quoteResponse: quote,
    userPublicKey: wallet,
    useSharedAccounts: true,
    wrapAndUnwrapSol: true,
    asLegacyTransaction: true,
  };
  return (await ask(asking, "/swap-instructions", body, instructionsSchema)).swapInstruction;
};
