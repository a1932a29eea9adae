import { estimateAirdropFee } from "@tribe/domain/airdrop";
import { formatAmount } from "@tribe/domain/money";
import type { ReactNode } from "react";
import { Worth } from "../../shared/fiat/Worth.tsx";
import type { AirdropPreview } from "./airdrop-queries.ts";
import { showUnits } from "./token-amounts.ts";

type Split = NonNullable<AirdropPreview["split"]>;

const sol = (lamports: bigint): string => `${formatAmount(lamports, { decimals: 6, significant: 6 })} SOL`;

/** The split among the groups, and the cost in one sum with its parts; beside it the estimate by the specification's formula. */
export const SplitLines = ({
  split,
  token: { decimals, symbol },
  programsCount,
}: {
  split: Split;
  token: { readonly decimals: number; readonly symbol: string | null };
  programsCount: number;
}) => {
  const amount = (units: bigint) => `${showUnits(units, decimals)} ${symbol ?? "tokens"}`;
  const { creatorPart, membersPart, holdersPart, membersCount, holdersCount, cost } = split;
  const each = membersCount === 0 ? 0n : membersPart / BigInt(membersCount);
  return (
    <dl className="flex flex-col gap-1 rounded-card border border-line px-4 py-3 text-sm">
      {creatorPart > 0n ? <Line label="You, as Chief">{amount(creatorPart)}</Line> : null}
      {membersPart > 0n ? (
        <Line
          label={`${membersCount.toLocaleString("en")} ${membersCount === 1 ? "member" : "members"}`}
          note={`${amount(each)} each`}
        >
          {amount(membersPart)}
        </Line>
      ) : null}
      {holdersPart > 0n ? (
        <Line
          label={`${holdersCount.toLocaleString("en")} ${holdersCount === 1 ? "holder" : "holders"}`}
          note={programsCount > 0 ? `pools and vaults (${programsCount}) left out` : "by what each holds"}
        >
          {amount(holdersPart)}
        </Line>
      ) : null}
      <div className="my-1 border-t border-line" />
      <Line label="You pay in SOL" note={`${sol(cost.onceRent)} of it comes back`}>
        {sol(cost.fees + cost.poolRent + cost.onceRent)}{" "}
        <Worth lamports={cost.fees + cost.poolRent + cost.onceRent} rounding="up" />
      </Line>
      <Line label="Network fees" note="if all goes well">
        {sol(cost.fees)}
      </Line>
      {cost.poolRent > 0n ? (
        <Line label="Once for this token" note="doesn't come back">
          {sol(cost.poolRent)}
        </Line>
      ) : null}
      <Line label="Deposit" note="comes back">
        {sol(cost.onceRent)}
      </Line>
      <Line label="Estimated fee" note="by the number of recipients alone">
        {sol(estimateAirdropFee(split.recipients))}
      </Line>
    </dl>
  );
};

const Line = ({ label, note, children }: { label: string; note?: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="min-w-0 text-muted">
      {label}
      {note ? <span className="text-xs text-faint"> · {note}</span> : null}
    </dt>
    <dd className="shrink-0 font-medium tabular-nums">{children}</dd>
  </div>
);
