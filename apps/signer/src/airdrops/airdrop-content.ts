import { airdropCost } from "@tribe/chain/airdrop";
import { lamports } from "@tribe/contract";
import { formatBps, formatUnits } from "@tribe/domain/money";
import { tokenTextProblem } from "@tribe/domain/people";
import { airdropNotices, confirmNotices } from "@tribe/domain/words";
import type { ConfirmedBefore } from "../signing/flows.ts";
import { named, shortMint, sol } from "../signing/lines.ts";
import type { ConfirmContent, ConfirmLine, Notice, Words } from "../signing/screen.ts";
import type { AirdropFacts } from "./airdrop-facts.ts";
import type { ComputedAirdrop } from "./computed-airdrop.ts";

/** The state of the checks on chain. */
export type AirdropCheck =
  | { readonly kind: "pending" }
  | { readonly kind: "found"; readonly found: AirdropFacts }
  /** No answer in time, or an impossible one. */
  | { readonly kind: "failed" };

const largestShown = 5;
/** An airdrop of more than one part in this many of the balance needs a typed confirmation. */
const largePart = 2n;

/** The most that an airdrop may cost: for a price that doubles, or for as many transactions again that expired. */
export const maxLamportsOf = (airdrop: ComputedAirdrop, microLamportsPerUnit: bigint) => {
  const cost = airdropCost({
    recipients: airdrop.recipients.length,
    batchSize: airdrop.batchSize,
    program: airdrop.program,
    makesPool: true,
    microLamportsPerUnit,
  });
  return { cost, max: lamports(cost.poolRent + 2n * cost.onceRent + 2n * cost.fees) };
};

interface ContentOptions {
  /** The Tribe's tokens that people hold, in base units of its curve's mint, as the role `keys` states it. */
  readonly supply: bigint;
  /** Whether a day was waited for this list, or it was confirmed before: people have traded since. */
  readonly before?: ConfirmedBefore | null;
}

/** Builds the content of the confirmation from an airdrop and what is known of it on chain so far. */
export const airdropContent = (
  airdrop: ComputedAirdrop,
  microLamportsPerUnit: bigint,
  check: AirdropCheck,
  { supply, before = null }: ContentOptions,
): ConfirmContent => {
  const found = check.kind === "found" ? check.found : null;
  const decimals = found?.decimals ?? null;
  const amount = (units: bigint) => amountOf(units, decimals);
  const { cost, max } = maxLamportsOf(airdrop, microLamportsPerUnit);
  const paid = found?.paid ?? null;
  const isLarge = found !== null && airdrop.amount * largePart > found.held;
  return {
    headline: ["Airdrop ", ...(found?.texts ? named(found.texts) : ["a token"])],
    moves: [
      {
        label: "You give",
        value: paid ? `${amount(airdrop.amount - paid.units)} of ${amount(airdrop.amount)}` : amount(airdrop.amount),
      },
      {
        label: "To",
        value: `${counted(airdrop.recipients.length, "recipient")} in ${counted(airdrop.batches, "payment")}`,
      },
    ],
    lines: [
      ...(paid ? [{ label: "Paid already", value: `${paid.batches} of ${counted(airdrop.batches, "payment")}` }] : []),
      ...tribeLines(airdrop, found, supply),
      ...partLines(airdrop, amount),
      ...largestLines(airdrop, decimals),
      {
        label: "Token",
        value: check.kind === "failed" ? airdrop.mint : shortMint(airdrop.mint),
        exact: airdrop.mint,
        ...(check.kind === "failed" ? { isWhole: true } : {}),
      },
      { label: "List", value: shortMint(airdrop.listHash), exact: airdrop.listHash },
      { label: "Network fees", value: sol(cost.fees), exact: "when each payment arrives at once" },
      { label: "Deposit, comes back", value: sol(cost.onceRent) },
      { label: "Kept ready for a second try", value: sol(cost.fees + cost.onceRent) },
      ...(found?.hasPool ? [] : [{ label: "Once for this token", value: sol(cost.poolRent) }]),
    ],
    notices: noticesOf(airdrop, check, { isLarge, before, supply }),
    maxSpend: max,
    spendKind: "most",
    isChecking: check.kind === "pending",
    typing: isLarge ? { word: "airdrop", label: "Type “airdrop” to give it away" } : null,
  };
};

/** Whose holders are paid, and what part of the Tribe's tokens they hold by this list. */
const tribeLines = (
  { tribeMint, weightSum }: ComputedAirdrop,
  found: AirdropFacts | null,
  supply: bigint,
): ConfirmLine[] => [
  { label: "To holders of", value: found?.tribeTexts ? { quoted: found.tribeTexts.name } : "your Tribe" },
  { label: "Tribe", value: shortMint(tribeMint), exact: tribeMint },
  { label: "Who hold", value: supply === 0n ? "nothing" : `${formatBps(partOf(weightSum, supply))} of its tokens` },
];

const partOf = (sum: bigint, supply: bigint): number => Number((sum * 10_000n) / supply);

const counted = (count: number, what: string): string =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

/** Exact, to the last base unit; in base units if the mint's decimals are unknown. */
const amountOf = (units: bigint, decimals: number | null): string => {
  const text = figureOf(units, decimals);
  return decimals === null ? text : `${text} ${text === "1" ? "token" : "tokens"}`;
};

const figureOf = (units: bigint, decimals: number | null): string =>
  decimals === null ? `${units} base units` : formatUnits(units, decimals);

const partLines = (airdrop: ComputedAirdrop, amount: (units: bigint) => string): ConfirmLine[] => {
  const { creatorPart, membersPart, holdersPart, membersCount, holdersCount } = airdrop;
  return [
    ...(creatorPart > 0n ? [{ label: "You, as Chief", value: amount(creatorPart) }] : []),
    ...(membersPart > 0n ? [{ label: counted(membersCount, "member"), value: amount(membersPart) }] : []),
    ...(holdersPart > 0n ? [{ label: counted(holdersCount, "holder"), value: amount(holdersPart) }] : []),
  ];
};

/** Twelve characters, too many to find another wallet that matches; a phone has no room for more beside an amount. */
const shortWallet = (address: string): string => `${address.slice(0, 6)}...${address.slice(-6)}`;

/** Without the word "tokens": beside an address a phone only has room for the figures. */
const largestLines = ({ recipients, amount: total }: ComputedAirdrop, decimals: number | null): ConfirmLine[] =>
  [...recipients]
    .sort((one, other) => (one.amount > other.amount ? -1 : one.amount < other.amount ? 1 : 0))
    .slice(0, largestShown)
    .map(({ address, amount: share }, index): ConfirmLine => {
      const part: Words = `${figureOf(share, decimals)}\u00a0·\u00a0${formatBps(Number((share * 10_000n) / total))}`;
      return { label: `${index + 1}.\u00a0${shortWallet(address)}`, value: part, exact: address };
    });

const noticesOf = (
  airdrop: ComputedAirdrop,
  check: AirdropCheck,
  {
    isLarge,
    before,
    supply,
  }: { readonly isLarge: boolean; readonly before: ConfirmedBefore | null; readonly supply: bigint },
): Notice[] => {
  if (check.kind === "pending") return [];
  if (check.kind === "failed") return [{ tone: "warning", text: airdropNotices.unchecked }];
  const { doubts, checked, held, paid, texts } = check.found;
  const left = airdrop.amount - (paid?.units ?? 0n);
  return [
    ...(held < left ? [{ tone: "warning", text: airdropNotices.tooFewTokens } as const] : []),
    // Where somebody sold since, an older list has more than there are.
    ...(airdrop.weightSum > supply && before === null
      ? [{ tone: "danger", text: airdropNotices.moreThanAll } as const]
      : []),
    ...(doubts.length > 0 && before === null
      ? [
          {
            tone: "danger",
            text: airdropNotices.holdLess(doubts.length, checked, doubts.slice(0, 3).map(shortMint)),
          } as const,
        ]
      : []),
    ...(doubts.length > 0 && before !== null
      ? [
          {
            tone: "note",
            text: airdropNotices[before === "waited" ? "asOfYesterday" : "asConfirmed"](doubts.length, checked),
          } as const,
        ]
      : []),
    ...(airdrop.smallMembers > 0
      ? [
          {
            tone: "danger",
            text: airdropNotices.smallMembers(airdrop.smallMembers, counted(airdrop.membersCount, "member")),
          } as const,
        ]
      : []),
    ...(isLarge ? [{ tone: "warning", text: airdropNotices.moreThanHalf } as const] : []),
    ...(texts && tokenTextProblem(texts) ? [{ tone: "warning", text: confirmNotices.misleadingToken } as const] : []),
    ...(doubts.length === 0 && checked > 0
      ? [
          {
            tone: "note",
            text: airdropNotices.holdAsListed(checked),
          } as const,
        ]
      : []),
  ];
};
