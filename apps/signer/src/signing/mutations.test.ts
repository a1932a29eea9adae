import { address, getOffchainMessageV1Encoder } from "@solana/kit";
import { poolProgramAddress } from "@tribe/chain/accounts";
import { type Description, describeMessage, isRefusal } from "@tribe/chain/clear-signing";
import { buildCreateMessage } from "@tribe/chain/messages";
import { addressSchema, lamports, type TokenId, tokenMetadataUri, tokenUnits } from "@tribe/contract";
import { signingRefusalTexts } from "@tribe/domain/words";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildRouteMessage } from "../../../../packages/chain/src/jupiter/route-message.ts";
import { sharedRoute } from "../../../../packages/chain/src/jupiter/testing.ts";
import {
  admin,
  context,
  createInput,
  frame,
  friend,
  messages,
  program,
  wallet,
} from "../../../../packages/chain/src/testing.ts";
import { silentNode } from "../testing/chain-answers.ts";
import { readIndependently } from "../testing/independent-reading.ts";
import { addressOfByte, type Mutation, mutated, mutationNames, mutations } from "../testing/mutations.ts";
import { describeTransactionBy } from "./describe-transaction.ts";
import { describeOffchainMessage } from "./offchain-message.ts";
import type { ConfirmContent, Words } from "./screen.ts";

const isLong = process.env.TRIBE_LONG === "1";

const config = {
  ...{ appOrigin: "http://localhost:3000", apiOrigin: "http://localhost:3000", rpcUrl: "http://localhost:8899" },
  ...{ adminAddress: admin, programAddress: program },
};
const tokenId = 77n as TokenId; // any u64
const uri = tokenMetadataUri(config.appOrigin, tokenId);
const route = async (direction: "buy" | "sell", input: bigint, quotedOutput: bigint) =>
  buildRouteMessage({
    ...{ ...frame, tokenId, direction, input, makesTokenAccount: direction === "buy" },
    route: await sharedRoute({ wallet, tokenId, direction }, { input, quotedOutput }),
  });
/** One honest message of every kind that the app builds. */
const honest = [
  ...messages.filter(({ name }) => !name.startsWith("create")),
  ...(await Promise.all(
    Object.entries({
      create: {},
      "create without a first buy": {
        firstBuy: { tokens: tokenUnits(0n), maxLamports: lamports(0n), minTokens: tokenUnits(0n) },
      },
      "create with inviter": {
        ...{ flags: { referral: true, affiliate: true, discount: true }, inviter: friend },
        referralBonus: tokenUnits(2_000_000_000n),
      },
    }).map(async ([name, change]) => ({ name, bytes: await buildCreateMessage({ ...createInput, uri, ...change }) })),
  )),
  { name: "route buy", bytes: await route("buy", 1_000_000_000n, 24_000_000_000n) },
  { name: "route sell", bytes: await route("sell", 5_000_000_000n, 200_000_000n) },
];
const source = { wallet, thief: friend, others: honest.map(({ bytes }) => bytes) };

/** The content if no node answers: then a person can only go by the bytes. */
const shown = async (bytes: Uint8Array<ArrayBuffer>): Promise<ConfirmContent | string> => {
  const described = await describeTransactionBy(silentNode)(bytes, wallet, config);
  return described.kind === "refused" ? described.reason : ((await described.checked) ?? described.content);
};
const said = (words: Words): string =>
  typeof words === "string" ? words : "name" in words ? words.name : words.quoted;
const withoutMarks = (text: string): string => text.replaceAll(/(?<=\d),(?=\d)/g, "");
/** All text that a person reads, without thousands separators. */
const textOf = ({ headline, moves, lines, notices }: ConfirmContent): string =>
  withoutMarks(
    [
      headline.map(said).join(""),
      ...[...moves, ...lines].flatMap(({ label, value, exact = "" }) => [label, said(value), exact]),
      ...notices.map(({ text }) => text),
    ].join("\n"),
  );

/**
 * The fields that need not be shown. The blockhash limits how long the transaction can land. The price of computing is shown
 * instead of its parts. A buy's upper bound costs nothing. The programs check the curve's state, the creation's accounts and the
 * discount against the factory's settings. A claim's places are the wallet's own accounts; a route's exchanges don't affect what
 * leaves and what arrives at least.
 */
const withoutTheUnseen = ({ blockhash: _, computeUnitLimit: __, microLamportsPerUnit: ___, ...rest }: Description) => {
  const { flags: ____, ...seen } = rest;
  switch (seen.kind) {
    case "buy":
      return { ...seen, tokens: null, state: null };
    case "sell":
      return { ...seen, state: null };
    case "createTribe":
      return {
        ...seen,
        coefficient: null,
        referralBonus: null,
        firstBuy: seen.firstBuy && { ...seen.firstBuy, tokens: null },
      };
    case "claim":
      return { ...seen, parts: null };
    case "route":
      return { ...seen, route: null };
    case "closeAccounts":
      // A program closes only accounts of its own.
      return { ...seen, accounts: seen.accounts.map(({ account }) => account) };
    default:
      return seen;
  }
};

/** Why the content of a message would mislead; null if it does not. */
const lieOf = async (bytes: Uint8Array<ArrayBuffer>, original: Uint8Array<ArrayBuffer>): Promise<string | null> => {
  const content = await shown(bytes);
  if (typeof content === "string") return isReason(content) ? null : `refused without a reason: ${content}`;
  const text = textOf(content);
  const { leaves, mustShow } = readIndependently(bytes, { wallet, program, pool: poolProgramAddress });
  if ((content.maxSpend ?? 0n) < leaves) return `${leaves} lamports can leave, ${content.maxSpend} are shown`;
  const numbers = new Set(text.split(/[^\d.]+/));
  const missing = mustShow.find((each) =>
    /^[\d.]+$/.test(each) ? !numbers.has(each) : !text.includes(withoutMarks(each)),
  );
  if (missing !== undefined) return `${missing} is not shown: ${text}`;
  const before = await shown(original);
  if (typeof before === "string" || textOf(before) !== text || before.maxSpend !== content.maxSpend) return null;
  const [now, then] = [await describeMessage(bytes, context), await describeMessage(original, context)];
  if (isRefusal(now) || isRefusal(then)) return "refused after it was shown";
  const isSame = JSON.stringify(withoutTheUnseen(now), noBigint) === JSON.stringify(withoutTheUnseen(then), noBigint);
  return isSame ? null : `another message looks the same: ${JSON.stringify(now, noBigint)}`;
};
const noBigint = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
const reasons: ReadonlySet<string> = new Set([
  ...Object.values(signingRefusalTexts),
  "This token's details would be stored outside this app.",
]);
const isReason = (reason: string): boolean => reasons.has(reason);

describe("a transaction that somebody changed on its way to the wallet", () => {
  it.each(honest)("is shown with everything that leaves when nobody did: $name", async ({ bytes }) => {
    expect(await shown(bytes)).toMatchObject({ isChecking: false });
    expect(await lieOf(bytes, bytes)).toBeNull();
  });

  const runs = isLong ? 400 : 12;
  it.each(mutationNames)(
    `is refused with a reason or shown as what it is: it %s (${runs} times, alone and together)`,
    async (name) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...honest),
          fc.tuple(mutations, fc.array(mutations, { maxLength: 2 })),
          async ({ bytes }, [first, more]) => {
            const all: readonly Mutation[] = [{ ...first, name }, ...more];
            let changed = bytes;
            for (const each of all) changed = mutated(changed, each, source) ?? changed;
            expect(await lieOf(changed, bytes)).toBeNull();
          },
        ),
        { numRuns: runs },
      );
    },
  );
});

describe("a text to sign that somebody changed on its way to the wallet", () => {
  const texts = fc.oneof(
    fc.string({ minLength: 1, maxLength: 300 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
  );
  const offchain = (content: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(
      getOffchainMessageV1Encoder().encode({
        version: 1,
        content,
        requiredSignatories: [{ address: address(wallet) }],
      }),
    );

  it("is shown as it will be signed, to the last character, or refused", async () => {
    await fc.assert(
      fc.asyncProperty(texts, mutations, fc.boolean(), async (content, mutation, isChanged) => {
        const bytes = offchain(content);
        const { at, and } = mutation;
        const changed = isChanged
          ? bytes.map((byte, index) => (index === at % bytes.length ? byte ^ (1 << (and % 8)) : byte))
          : bytes;
        const described = await describeOffchainMessage(changed, addressSchema.parse(wallet), config);
        if (described.kind === "refused") expect(described.reason).toMatch(/^This message|^This isn't/);
        // The wallet would sign exactly this text: encoded again it gives the same bytes.
        else expect(offchain(described.content.text ?? "")).toEqual(changed);
      }),
      { numRuns: isLong ? 5_000 : 200 },
    );
  });

  it.each(honest)("is never a transaction: $name", async ({ bytes }) => {
    expect(await describeOffchainMessage(bytes, addressSchema.parse(wallet), config)).toMatchObject({
      kind: "refused",
    });
    expect(await describeOffchainMessage(bytes, addressOfByte(1), config)).toMatchObject({ kind: "refused" });
  });
});
