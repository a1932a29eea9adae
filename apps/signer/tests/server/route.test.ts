import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccountRole, type Instruction, address as kitAddress } from "@solana/kit";
import { migrationAddresses } from "@tribe/chain/accounts";
import { chooseSwap, SwapError, type SwapProvider, type SwapQuote } from "@tribe/chain/swap";
import { decodeBase58 } from "@tribe/chain/transactions";
import { type Address, lamports, type TokenId } from "@tribe/contract";
import { type JupiterStandIn, type SwapInstructions, startJupiter } from "@tribe/devkit";
import { formatAmount } from "@tribe/domain/money";
import { newTokenUnits, type SwapOrder } from "@tribe/domain/pool";
import { type Localnet, startLocalnet } from "tribe-localnet/source";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rewrite } from "../../../../packages/chain/src/clear-signing/testing.ts";
import { toBase64 } from "../../src/keys/bytes.ts";
import { addressOf } from "../../src/testing/airdrop.ts";
import { testAddresses } from "../../src/testing/messages.ts";
import { codeOf, confirmable, shown, signedIn, view } from "../../src/testing/open-signer.ts";

// A swap by Jupiter, from its API's answer to the signature: the page's provider asks a fake server over HTTP, and the wallet gets
// the message that it builds. Then both are tested against a lying API, and against a lying page. How it is drawn:
// apps/signer/screens/swaps.screen.test.tsx.

const program = testAddresses.programAddress;
const tokenId = 7n as TokenId; // any u64
const { newMint } = await migrationAddresses(tokenId, program);
const market = { mint: newMint, sol: 85_000_000_000n, tokens: 2_000_000_000_000_000n };
const buying: SwapOrder = { direction: "buy", input: lamports(1_500_000_000n) };
const selling: SwapOrder = { direction: "sell", input: newTokenUnits(1_000_000_000_000n) };
const thief = kitAddress("11111111111111111111111111111114");

let folder: string;
let localnet: Localnet;
let honest: JupiterStandIn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-route-"));
  [localnet, honest] = await Promise.all([startLocalnet({ ledger: folder }), startJupiter({ markets: [market] })]);
});
afterAll(async () => {
  await Promise.all([localnet?.stop(), honest?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const providerOf = ({ apiUrl }: JupiterStandIn): SwapProvider =>
  chooseSwap({ provider: "jupiter", apiUrl }, localnet.rpcUrl, program);
const quoteOf = async (provider: SwapProvider, order: SwapOrder): Promise<SwapQuote> => {
  const quote = await provider.quote({ tokenId, newMint, order, slippageBps: 500 });
  if (quote.kind === "unavailable") throw new Error(quote.reason);
  return quote;
};
/** An honest swap: its message, and the quote that it is made of. */
const swapOf = async (order: SwapOrder, wallet: Address) => {
  const provider = providerOf(honest);
  const quote = await quoteOf(provider, order);
  return { quote, bytes: (await provider.prepare(quote, wallet)).message };
};
/** Whoever asks for a swap that is shown to nobody. */
const anybody = addressOf(1);

/** What the wallet says of a quote's minimum. */
const leastOf = ({ request, amounts }: SwapQuote): string =>
  request.order.direction === "buy"
    ? `at least ${formatAmount(amounts.minOutput * 1_000n, { significant: 9 })} new tokens`
    : `at least ${formatAmount(amounts.minOutput, { significant: 9, grouped: false })} SOL`;

describe("a swap by Jupiter in the wallet", () => {
  const cases: [string, SwapOrder, string, [string, string][]][] = [
    [
      "buy",
      buying,
      "Buy a token",
      [
        ["You pay", "1.5 SOL"],
        ["Route", "Jupiter"],
      ],
    ],
    [
      "sell",
      selling,
      "Sell a token",
      [
        ["You sell", "1,000,000 new tokens"],
        ["Route", "Jupiter"],
      ],
    ],
  ];
  it.each(cases)(
    "shows what is sent and the minimum received in a %s as quoted, and signs those bytes",
    async (...of) => {
      const [, order, headline, lines] = of;
      const { ask, signer, address } = await signedIn();
      const { quote, bytes } = await swapOf(order, address);
      const answer = ask({ method: "signTransaction", message: toBase64(bytes), view });
      await confirmable(signer);
      const screen = signer.stage.screen();
      if (screen.kind !== "confirm") return expect.unreachable();
      const { content } = screen;
      expect(content.headline.join("")).toBe(headline);
      const drawn = [...content.moves, ...content.lines].map(({ label, value }) => [label, value]);
      for (const line of lines) expect(drawn).toContainEqual(line);
      expect(drawn).toContainEqual(["You get", leastOf(quote)]);
      // Nothing on this node gives a price: the word is asked for.
      expect(content.typing).not.toBeNull();
      signer.stage.act({ kind: "confirm" });
      expect(signer.stage.screen().kind).toBe("confirm");
      signer.stage.act({ kind: "confirm", typed: "accept" });
      const signed = await answer;
      if (!("result" in signed && "signature" in signed.result)) return expect.unreachable();
      const key = await crypto.subtle.importKey("raw", Uint8Array.from(decodeBase58(address)), "Ed25519", false, [
        "verify",
      ]);
      expect(
        await crypto.subtle.verify("Ed25519", key, Uint8Array.from(decodeBase58(signed.result.signature)), bytes),
      ).toBe(true);
    },
  );

  it("has no quote for a token that Jupiter does not trade, and none for a tiny amount", async () => {
    const empty = await startJupiter({ markets: [] });
    try {
      const request = { tokenId, newMint, order: buying, slippageBps: 500 };
      expect(await providerOf(empty).quote(request)).toEqual({ kind: "unavailable", reason: "no_pool" });
    } finally {
      await empty.stop();
    }
    const dust: SwapOrder = { direction: "sell", input: newTokenUnits(1n) };
    const quote = await providerOf(honest).quote({ tokenId, newMint, order: dust, slippageBps: 500 });
    expect(quote).toEqual({ kind: "unavailable", reason: "no_route" });
  });
});

/** Account positions in the route instruction (decision 0014). */
const [sourceAt, destinationAt] = [2, 5];
/** The input's first byte in the data: after the discriminator and the authority's number. */
const inputAt = 9;

describe("an API that lies", () => {
  type Lie = (route: SwapInstructions["swapInstruction"]) => SwapInstructions["swapInstruction"];
  const withAccount =
    (index: number): Lie =>
    (route) => ({
      ...route,
      accounts: route.accounts.with(index, { pubkey: thief, isSigner: false, isWritable: true }),
    });
  const lies: [string, Lie][] = [
    ["another program's instruction", (route) => ({ ...route, programId: thief })],
    ["somebody else's account as destination", withAccount(destinationAt)],
    ["somebody else's account as source", withAccount(sourceAt)],
    ["more to pay than quoted", (route) => ({ ...route, data: changedByte(route.data, inputAt, 1) })],
    ["less to get than quoted", (route) => ({ ...route, data: changedByte(route.data, inputAt + 8, -1) })],
    ["a fee for a third party", (route) => ({ ...route, data: changedByte(route.data, inputAt + 18, 20) })],
    [
      "the wallet's own account among the exchange's",
      (route) => ({ ...route, accounts: [...route.accounts, ...route.accounts.slice(sourceAt, sourceAt + 1)] }),
    ],
  ];
  for (const [what, lie] of lies)
    it(`that answers ${what} gets no message shown to the person`, async () => {
      const liar = await startJupiter({
        markets: [market],
        tamper: (answer) => ({ ...answer, swapInstruction: lie(answer.swapInstruction) }),
      });
      try {
        const provider = providerOf(liar);
        const preparing = provider.prepare(await quoteOf(provider, buying), anybody);
        await expect(preparing).rejects.toBeInstanceOf(SwapError);
      } finally {
        await liar.stop();
      }
    });

  it("contributes no more than the one instruction", async () => {
    const chatty = await startJupiter({
      markets: [market],
      tamper: (answer) => ({
        ...answer,
        setupInstructions: [answer.swapInstruction],
        addressLookupTableAddresses: [thief],
      }),
    });
    try {
      const provider = providerOf(chatty);
      const { message } = await provider.prepare(await quoteOf(provider, buying), anybody);
      expect(routesIn(message, anybody)).toBe(1);
    } finally {
      await chatty.stop();
    }
  });
});

describe("a page that lies", () => {
  type Change = (all: Instruction[], route: number) => Instruction[];
  const replaced =
    (change: (route: Instruction) => Instruction): Change =>
    (all, at) =>
      all.map((each, index) => (index === at ? change(each) : each));
  const destination = { address: thief, role: AccountRole.WRITABLE };
  const changes: [string, Change, string][] = [
    [
      "another program in the route's place",
      replaced((route) => ({ ...route, programAddress: thief })),
      // Without a route nothing explains the wrapping.
      "This transaction would send money without saying so.",
    ],
    [
      "an instruction of an unknown program behind the route",
      (all) => [...all, ...all.slice(-1).map((close) => ({ ...close, programAddress: thief }))],
      "This transaction calls a program this app doesn't use.",
    ],
    [
      "somebody else's account as destination",
      replaced((route) => ({ ...route, accounts: (route.accounts ?? []).with(destinationAt, destination) })),
      "The tokens in this transaction belong to someone else's account.",
    ],
    [
      "another amount than the wrapped one",
      replaced((route) => ({ ...route, data: Uint8Array.from(route.data ?? []).with(inputAt, 1) })),
      "This transaction isn't written the way this app writes it.",
    ],
    [
      "a second route behind the first",
      (all, at) => [...all, ...all.slice(at, at + 1)],
      "This transaction holds more than one trade.",
    ],
    [
      "an approval behind it",
      (all) => [
        ...all,
        ...all.slice(-1).map((close) => ({ ...close, data: Uint8Array.of(4, 255, 0, 0, 0, 0, 0, 0, 0) })),
      ],
      "This transaction would let someone else move your tokens.",
    ],
    [
      "the wrapped SOL sent to somebody else",
      (all) => all.map((each) => (isTransfer(each) ? sentTo(each, thief) : each)),
      "This transaction isn't written the way this app writes it.",
    ],
  ];
  it.each(changes)(
    "with %s is refused by the wallet with a message, and nothing is signed",
    async (_what, change, words) => {
      const { ask, signer, address } = await signedIn();
      const message = rewrite((await swapOf(buying, address)).bytes, (all) => change(all, routeAt(all)), address);
      const answer = ask({ method: "signTransaction", message: toBase64(message), view });
      await shown(signer, "refused");
      expect(signer.stage.screen()).toMatchObject({ reason: words });
      signer.stage.act({ kind: "ok" });
      expect(codeOf(await answer)).toBe("refused");
    },
  );
});

const jupiterProgram = kitAddress("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4");
const systemProgram = kitAddress("11111111111111111111111111111111");
const routeAt = (all: readonly Instruction[]): number =>
  all.findIndex(({ programAddress }) => programAddress === jupiterProgram);
const isTransfer = ({ programAddress }: Instruction): boolean => programAddress === systemProgram;
const sentTo = (transfer: Instruction, to: typeof thief): Instruction => ({
  ...transfer,
  accounts: (transfer.accounts ?? []).with(1, { address: to, role: AccountRole.WRITABLE }),
});
/** Jupiter's routes in a message. */
const routesIn = (message: Uint8Array, wallet: Address): number => {
  let count = 0;
  rewrite(
    message,
    (all) => {
      count = all.filter(({ programAddress }) => programAddress === jupiterProgram).length;
      return all;
    },
    wallet,
  );
  return count;
};
const changedByte = (data: string, index: number, by: number): string => {
  const bytes = Buffer.from(data, "base64");
  bytes[index] = ((bytes[index] ?? 0) + by) & 255;
  return bytes.toString("base64");
};
