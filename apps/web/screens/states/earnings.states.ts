import { type AnswerOf, lamports, routes } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { aConfig } from "../fixtures/everyday.ts";
import { aSignature } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { blockTimeBefore, hours } from "../fixtures/time.ts";
import { aTribe } from "../fixtures/tribes.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const mara = aTribe({ name: "Mara" });
const chief = aPerson({ tokens: [{ tokenId: mara.tokenId, mint: mara.mint }] });
const paused = aConfig({ isSystemPaused: true, isServerPaused: true });
const nothing = { earned: lamports(0n), paid: lamports(0n), accrued: lamports(0n), trades: 0 };
const earned = {
  earned: lamports(420_000_000n),
  paid: lamports(120_000_000n),
  accrued: lamports(300_000_000n),
  trades: 9,
};
type Item = AnswerOf<typeof routes.earnings.list>["items"][number];
const item: Item = {
  ...{ mint: mara.mint, name: "Mara", symbol: "MARA", kind: "buy", venue: "curve", signature: aSignature(1) },
  ...{ value: lamports(2_000_000_000n), creatorFee: lamports(40_000_000n), referralFee: lamports(0n) },
  ...{ isPaid: false, blockTime: blockTimeBefore(3 * hours) },
};
const items: Item[] = [item, { ...item, kind: "sell", isPaid: true, signature: aSignature(2) }];
type Side = typeof nothing;
const earnings = (creator: Side, referral: Side, of: readonly Item[], ...more: readonly ScriptedAnswer[]) => ({
  path: "/earnings",
  as: chief,
  server: () =>
    scriptedServer(
      on(routes.market.profile, mara),
      on(routes.earnings.list, { creator, referral, items: [...of], nextCursor: null }),
      ...more,
    ),
});

export const earningsStates = {
  visitor: { path: "/earnings", server: () => scriptedServer(), shows: /sign/i },
  empty: { ...earnings(nothing, nothing, []), as: aPerson(), shows: "Earnings history" },
  inviter: {
    ...earnings(nothing, { ...earned, accrued: lamports(0n), paid: earned.earned }, [
      { ...item, creatorFee: lamports(0n), referralFee: lamports(8_000_000n) },
    ]),
    as: aPerson({ isReferral: true }),
    shows: "Earnings history",
  },
  chief: { ...earnings(earned, nothing, items), shows: "Pay out now" },
  paidOut: {
    ...earnings({ ...earned, accrued: lamports(0n), paid: earned.earned }, nothing, items),
    shows: "Earnings history",
  },
  loading: { ...earnings(nothing, nothing, [], on(routes.earnings.list, neverAnswers)), shows: /^Loading/ },
  failing: { ...earnings(nothing, nothing, [], on(routes.earnings.list, fails("internal"))), shows: "Try again" },
  pausedByServer: {
    ...earnings(earned, nothing, items, on(routes.system.config, paused)),
    firstData: { config: paused },
    shows: texts.systemPausedRefusal,
  },
} satisfies States;
