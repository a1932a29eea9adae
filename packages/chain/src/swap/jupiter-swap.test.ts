import { getBase58Decoder, lamports as kitLamports } from "@solana/kit";
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { type Address, lamports, type TokenId } from "@tribe/contract";
import { newTokenUnits, type SwapOrder } from "@tribe/domain/pool";
import { describe, expect, test } from "vitest";
import { migrationAddresses, toChainAddress } from "../accounts/addresses.ts";
import { rewrite } from "../clear-signing/testing.ts";
import { jupiterProgramAddress, type RouteHead, wrappedSolMint } from "../jupiter/route.ts";
import { buildRouteMessage, wrappedSolAccount } from "../jupiter/route-message.ts";
import { sharedRoute } from "../jupiter/testing.ts";
import { addressOf as addressOfPerson, must, openTestChain } from "../testing/testing-chain.ts";
import { program, wallet } from "../testing.ts";
import { toBase64 } from "../transactions/transactions.ts";
import { jupiterSwap } from "./jupiter-swap.ts";
import { SwapError, type SwapQuote, type SwapRequest } from "./provider.ts";

const { balanceOf, chainReader, dataOf, person, send, svm } = openTestChain();

const tokenId = 77n as TokenId; // any u64
const { newMint } = await migrationAddresses(tokenId, program);
const buying: SwapOrder = { direction: "buy", input: lamports(1_000_000_000n) };
const selling: SwapOrder = { direction: "sell", input: newTokenUnits(5_000_000_000n) };
const request = (order: SwapOrder): SwapRequest => ({ tokenId, newMint, order, slippageBps: 500 });

/** `GET /quote` as in Jupiter's documentation, with our own figures. */
const quoteBody = (change: Record<string, unknown> = {}) => ({
  inputMint: wrappedSolMint,
  inAmount: "1000000000",
  outputMint: newMint,
  outAmount: "24000000000",
  otherAmountThreshold: "22800000000",
  swapMode: "ExactIn",
  slippageBps: 500,
  platformFee: null,
  priceImpactPct: "0.0123",
  routePlan: [{ swapInfo: { ammKey: wallet, label: "An exchange", inputMint: wrappedSolMint, outputMint: newMint } }],
  contextSlot: 324_307_186,
  timeTaken: 0.012,
  ...change,
});

/** `POST /swap-instructions` likewise, with all fields that we ignore. */
const instructionsBody = async (direction: "buy" | "sell", head: Partial<RouteHead> = {}, who: Address = wallet) => {
  const route = await sharedRoute({ wallet: who, tokenId, direction }, head);
  return {
    otherInstructions: [],
    computeBudgetInstructions: [
      { programId: "ComputeBudget111111111111111111111111111111", accounts: [], data: "AsBcFQA=" },
    ],
    setupInstructions: [{ programId: wallet, accounts: [], data: "AQ==" }],
    swapInstruction: {
      programId: jupiterProgramAddress as string,
      accounts: route.accounts.map(({ address, isWritable }) => ({
        pubkey: address,
        isSigner: address === who,
        isWritable,
      })),
      data: toBase64(route.data),
    },
    cleanupInstruction: { programId: wallet, accounts: [], data: "CQ==" },
    addressLookupTableAddresses: [wallet],
  };
};

/** The mint of wrapped SOL, which every cluster has from the start: no mint authority, 9 decimals. */
const nativeMint = {
  address: toChainAddress(wrappedSolMint),
  exists: true as const,
  data: Uint8Array.from({ length: 82 }, (_, at) => (at === 44 ? 9 : at === 45 ? 1 : 0)),
  executable: false,
  lamports: kitLamports(1_000_000_000n),
  programAddress: TOKEN_PROGRAM_ADDRESS,
  space: 82n,
};

interface ReceivedRequest {
  readonly url: URL;
  readonly body: unknown;
}

/** Jupiter with fixed answers by path. */
const jupiter = (answers: Record<string, { status?: number; body: unknown }>) => {
  const requests: ReceivedRequest[] = [];
  const answering: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    requests.push({ url, body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined });
    const answer = answers[url.pathname.replace("/swap/v1", "")];
    if (!answer) throw new TypeError("fetch failed");
    return Response.json(answer.body, { status: answer.status ?? 200 });
  };
  return { asked: requests, swap: jupiterSwap({ chain: chainReader, fetch: answering }) };
};
const quoteOf = async (swap: ReturnType<typeof jupiterSwap>, order: SwapOrder): Promise<SwapQuote> => {
  const quote = await swap.quote(request(order));
  if (quote.kind === "unavailable") throw new Error(quote.reason);
  return quote;
};

describe("a Jupiter quote", () => {
  test("asks for an exact input without lookup tables, and has amounts and impact", async () => {
    const { asked, swap } = jupiter({ "/quote": { body: quoteBody() } });
    expect(await swap.quote(request(buying))).toMatchObject({
      kind: "quoted",
      amounts: { direction: "buy", input: 1_000_000_000n, output: 24_000_000_000n, minOutput: 22_800_000_000n },
      fees: null,
      priceImpactBps: 123,
    });
    expect(asked[0]?.url.origin).toBe("https://api.jup.ag");
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      inputMint: wrappedSolMint,
      outputMint: newMint,
      amount: "1000000000",
      slippageBps: "500",
      swapMode: "ExactIn",
      asLegacyTransaction: "true",
      maxAccounts: "20",
      instructionVersion: "V2",
    });
  });

  test("a price better than Jupiter's reference has zero impact", async () => {
    const { swap } = jupiter({ "/quote": { body: quoteBody({ priceImpactPct: "-0.002" }) } });
    expect(await swap.quote(request(buying))).toMatchObject({ priceImpactBps: 0 });
  });

  const refusals: [string, number, unknown, string][] = [
    ["that the token is not traded", 400, { error: "…", errorCode: "TOKEN_NOT_TRADABLE" }, "no_pool"],
    ["that there is no route", 400, { error: "…", errorCode: "NO_ROUTES_FOUND" }, "no_route"],
    ["that none could be found", 400, { error: "…", errorCode: "COULD_NOT_FIND_ANY_ROUTE" }, "no_route"],
    ["a fault that it does not name", 400, { error: "…" }, "no_route"],
    ["too many requests", 429, { message: "…" }, "rate_limited"],
    ["that a key is missing", 401, { message: "Unauthorized" }, "unreachable"],
    ["a fault of its own", 500, {}, "unreachable"],
    ["something else entirely", 200, { hello: "world" }, "unreachable"],
    ["amounts that are no numbers", 200, quoteBody({ outAmount: "-5" }), "unreachable"],
    ["another mint than asked", 200, quoteBody({ outputMint: wrappedSolMint }), "no_route"],
    ["another amount than asked", 200, quoteBody({ inAmount: "1000000001" }), "no_route"],
    ["another slippage than asked", 200, quoteBody({ slippageBps: 5_000 }), "no_route"],
    ["an exact output", 200, quoteBody({ swapMode: "ExactOut" }), "unreachable"],
    ["nothing for it", 200, quoteBody({ outAmount: "0" }), "zero"],
  ];
  for (const [what, status, body, reason] of refusals)
    test(`is unavailable when it answers ${what}`, async () => {
      const { swap } = jupiter({ "/quote": { status, body } });
      expect(await swap.quote(request(buying))).toEqual({ kind: "unavailable", reason });
    });

  test("is unavailable when nobody answers, in time or at all", async () => {
    expect(await jupiter({}).swap.quote(request(buying))).toEqual({ kind: "unavailable", reason: "unreachable" });
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    const slow = jupiterSwap({ chain: chainReader, fetch: never, timeoutMilliseconds: 5 });
    expect(await slow.quote(request(buying))).toEqual({ kind: "unavailable", reason: "timeout" });
    await expect(slow.quote(request(buying), AbortSignal.abort())).rejects.toThrow();
  });

  test("of zero, or for another token's mint, is not requested", async () => {
    const { asked, swap } = jupiter({ "/quote": { body: quoteBody() } });
    expect(await swap.quote(request({ direction: "buy", input: lamports(0n) }))).toMatchObject({ reason: "zero" });
    expect(await swap.quote({ ...request(buying), newMint: wallet })).toMatchObject({ reason: "no_pool" });
    expect(asked).toEqual([]);
  });
});

describe("a Jupiter swap", () => {
  const prepared = async (order: SwapOrder, head: Partial<RouteHead> = {}) => {
    const isBuy = order.direction === "buy";
    const { asked, swap } = jupiter({
      "/quote": {
        body: isBuy
          ? quoteBody()
          : quoteBody({
              inputMint: newMint,
              outputMint: wrappedSolMint,
              inAmount: "5000000000",
              outAmount: "200000000",
            }),
      },
      "/swap-instructions": {
        body: await instructionsBody(order.direction, {
          ...(isBuy ? {} : { input: 5_000_000_000n, quotedOutput: 200_000_000n }),
          ...head,
        }),
      },
    });
    const quote = await quoteOf(swap, order);
    return { asked, preparing: swap.prepare(quote, wallet), quote };
  };

  test("is our own message around the one instruction, as the signer reads it", async () => {
    for (const order of [buying, selling]) {
      const { asked, preparing, quote } = await prepared(order);
      const { message, spend, lastValidBlockHeight } = await preparing;
      expect(message.length).toBeLessThanOrEqual(1_232 - 65);
      expect(spend.trade).toBe(order.direction === "buy" ? 1_000_000_000n : 0n);
      expect(lastValidBlockHeight).toBe(150);
      expect(asked[1]?.body).toMatchObject({
        userPublicKey: wallet,
        useSharedAccounts: true,
        quoteResponse: quote.route,
      });
    }
  });

  test("is not prepared when Jupiter's instruction differs from its quote", async () => {
    const changes: Partial<RouteHead>[] = [
      { input: 1_000_000_001n },
      { quotedOutput: 23_000_000_000n },
      { slippageBps: 501 },
      { platformFeeBps: 20 },
    ];
    for (const head of changes)
      await expect((await prepared(buying, head)).preparing).rejects.toBeInstanceOf(SwapError);
  });

  test("is not prepared from another program's instruction, for another wallet, or too large", async () => {
    const honest = await instructionsBody("buy");
    const { swapInstruction } = honest;
    const more = Array.from({ length: 20 }, (_, index) => ({
      pubkey: getBase58Decoder().decode(new Uint8Array(32).fill(index + 1)),
      isSigner: false,
      isWritable: true,
    }));
    for (const body of [
      { ...honest, swapInstruction: { ...swapInstruction, programId: wallet } },
      await instructionsBody("buy", {}, addressOfPerson(await person(41))),
      { ...honest, swapInstruction: { ...swapInstruction, accounts: [...swapInstruction.accounts, ...more] } },
    ]) {
      const { swap } = jupiter({ "/quote": { body: quoteBody() }, "/swap-instructions": { body } });
      const preparing = swap.prepare(await quoteOf(swap, buying), wallet);
      await expect(preparing).rejects.toMatchObject({ reason: "no_route" });
    }
  });

  test("wraps and unwraps on the real token program, and returns every lamport", async () => {
    const trader = addressOfPerson(await person(42));
    const message = await buildRouteMessage({
      program,
      wallet: trader,
      blockhash: svm.latestBlockhash(),
      computeUnitLimit: 200_000,
      microLamportsPerUnit: 0n,
      tokenId,
      direction: "buy",
      input: 1_000_000_000n,
      makesTokenAccount: false,
      route: await sharedRoute({ wallet: trader, tokenId, direction: "buy" }),
    });
    // Jupiter's own program is not available here; everything around it is
    const around = rewrite(
      message,
      (all) => all.filter((each) => each.programAddress !== toChainAddress(jupiterProgramAddress)),
      trader,
    );
    svm.setAccount(nativeMint);
    const before = balanceOf(trader);
    must(await send(around));
    expect(before - balanceOf(trader)).toBe(5_000n);
    expect(dataOf(await wrappedSolAccount(trader))).toHaveLength(0);
  });
});
