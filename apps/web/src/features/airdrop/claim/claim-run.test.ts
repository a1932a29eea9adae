import {
  ApiError,
  addressSchema,
  base64Schema,
  lamports,
  signatureSchema,
  ticketSchema,
  tradeState,
} from "@tribe/contract";
import { expect, test } from "vitest";
import { claimsNotPrepared, claimsNotSigned } from "./claim-failure.ts";
import {
  type Claimable,
  claimProgress,
  createClaimNews,
  followClaims,
  handInClaims,
  isClaimed,
  partsOf,
  partsOfRound,
  type SignedClaim,
  sumsOf,
} from "./claim-run.ts";

const address = (text: string) => addressSchema.parse(text.padEnd(32, "1"));
const token = (name: string, accounts: number): Claimable => ({
  mintAddress: address(name),
  ...{ amount: BigInt(accounts), name, symbol: null, pfp: null, decimals: 0, tokenType: "SPL", authors: [] },
  accounts: Array.from({ length: accounts }, (_, index) => ({
    hash: address(`${name}${"23456789ABCDEF"[index]}`),
    amount: 1n,
    tree: address("T"),
  })),
  maxLamports: lamports(1n),
});

test("a transaction claims up to six accounts of one token", () => {
  const parts = partsOf([token("A", 13), token("B", 1)]);
  expect(parts.map(({ token: { name }, accounts }) => [name, accounts.length])).toEqual([
    ["A", 6],
    ["A", 6],
    ["A", 1],
    ["B", 1],
  ]);
  expect(new Set(parts.flatMap(({ accounts }) => accounts.map(({ hash }) => hash))).size).toBe(14);
  expect(sumsOf(parts).map(({ amount }) => amount)).toEqual([13n, 1n]);
});

test("a round has up to twelve transactions", () => {
  const parts = partsOf(Array.from({ length: 14 }, (_, index) => token("ABCDEFGHJKLMNP"[index] ?? "", 1)));
  expect([0, 1, 2].map((round) => partsOfRound(parts, round).length)).toEqual([12, 2, 0]);
});

test("a claim is complete when none of its accounts is claimable any more, whatever other accounts are", () => {
  const all = token("A", 7);
  const [first, second] = partsOf([all]);
  if (!first || !second) return expect.unreachable();
  const left: Claimable = { ...all, accounts: [...second.accounts] };
  expect([isClaimed(first, [all]), isClaimed(first, [left]), isClaimed(second, [left])]).toEqual([false, true, false]);
  expect(isClaimed(second, [])).toBe(true);
});

test("a claim without an answer counts as submitted, and a refused one does not", async () => {
  const parts = partsOf([token("A", 1), token("B", 1), token("C", 1), token("D", 1)]);
  const signed = parts.map((part) => ({
    part,
    body: {
      callbackTicket: ticketSchema.parse(part.token.mintAddress.slice(0, 24)),
      message: base64Schema.parse("AQ=="),
      signature: signatureSchema.parse("5".repeat(88)),
    },
  }));
  const ends = [null, new ApiError("unavailable"), new ApiError("ticket_expired"), new ApiError("request_replayed")];
  const confirm = async (body: SignedClaim["body"]) => {
    const end = ends[signed.findIndex((one) => one.body === body)];
    if (end) throw end;
  };
  const { handedIn, refusal } = await handInClaims(signed, confirm);
  expect(handedIn).toEqual(parts.filter((_, index) => index !== 2));
  expect(refusal).toMatchObject({ code: "ticket_expired" });
});

const untilClosed = new AbortController().signal;

test("a frame about a claim's end triggers a poll, and a failed claim is no longer waited for", async () => {
  const [first, second] = partsOf([token("A", 1), token("B", 1)]);
  if (!first || !second) return expect.unreachable();
  const news = createClaimNews();
  // The frame arrives before the wait.
  news.hear(first, tradeState.succeeded);
  let asked = 0;
  const waiting = async () => {
    asked += 1;
    if (asked === 1) {
      news.hear(second, tradeState.pending);
      news.hear(second, tradeState.failed);
      return [first.token, second.token];
    }
    return [second.token];
  };
  const open = await followClaims([first, second], [first, second], { waiting, news, signal: untilClosed });
  expect(open).toEqual([second]);
  expect(asked).toBe(2);
});

test("a claim without frames is polled thirty times, every five seconds", async () => {
  const parts = partsOf([token("A", 1)]);
  const waits: number[] = [];
  const news = { hasFailed: () => false, wait: async (ms: number) => void waits.push(ms) };
  const waiting = async () => (waits.length % 2 === 0 ? null : parts.map((part) => part.token));
  expect(await followClaims(parts, parts, { waiting, news, signal: untilClosed })).toEqual(parts);
  expect(waits).toEqual([1_000, ...Array.from({ length: 29 }, () => 5_000)]);
});

test("a claim that was not submitted is not waited for", async () => {
  const parts = partsOf([token("A", 1)]);
  const news = { hasFailed: () => false, wait: () => Promise.reject(new Error("nobody has to wait")) };
  expect(await followClaims(parts, [], { waiting: async () => [], news, signal: untilClosed })).toEqual([]);
});

test("progress is 50, 99 and 100", () => {
  expect((["sending", "confirming", "done"] as const).map(claimProgress)).toEqual([50, 99, 100]);
});

test("a failure to prepare or sign names the tokens and the reason", () => {
  expect(claimsNotPrepared(new ApiError("claim_spent"))).toMatchObject({
    title: "Error preparing transactions",
    cause: expect.stringContaining("They are in your wallet, or on their way to it."),
  });
  const titleOf = (...tokens: Claimable[]) => claimsNotSigned(partsOf(tokens), "The wallet is closed");
  expect(titleOf(token("A", 13))).toMatchObject({
    title: "Failed to sign transaction for A",
    cause: "The wallet is closed",
  });
  expect(titleOf(token("A", 7), token("B", 1), token("C", 1)).title).toBe(
    "Failed to sign transaction for A and 2 more",
  );
});
