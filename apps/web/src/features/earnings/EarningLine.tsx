import { Link } from "@tanstack/react-router";
import { Check, Clock } from "@tribe/ui/icons";
import { ExplorerIconLink } from "../../shared/components/ExplorerIconLink.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import type { Earning } from "./queries.ts";

const verbs: Record<Earning["kind"], string> = { create: "First buy", buy: "Buy", sell: "Sell" };

const roleOf = ({ creatorFee, referralFee }: Earning): string => {
  if (creatorFee > 0n && referralFee > 0n) return "as Chief and inviter";
  return creatorFee > 0n ? "as Chief" : "as inviter";
};

/** A trade that earned the person something, and whether it was paid out. */
export const EarningLine = ({ earning }: { earning: Earning }) => {
  const { mint, name, symbol, kind, value, creatorFee, referralFee, isPaid, blockTime, signature } = earning;
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-3 py-2 text-sm">
      <div className="flex min-w-0 flex-1 basis-[8em] flex-col">
        <Link
          to="/token/$mint"
          params={{ mint }}
          className="flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
        >
          <bdi className="truncate">{name || symbol}</bdi>
        </Link>
        <p className="text-xs text-muted">
          {verbs[kind]} of <Sol lamports={value} />, {roleOf(earning)}
        </p>
      </div>
      <div className="ml-auto flex shrink-0 flex-col items-end">
        <p className="font-medium">
          +<Sol lamports={creatorFee + referralFee} />
        </p>
        <p className={`flex items-center gap-1 text-xs ${isPaid ? "text-up" : "text-muted"}`}>
          {isPaid ? <Check aria-hidden size={12} /> : <Clock aria-hidden size={12} />}
          {isPaid ? "Paid" : "Not paid yet"}
          <span aria-hidden>·</span>
          <TimeAgo at={blockTime * 1_000} className="text-muted" />
        </p>
      </div>
      <ExplorerIconLink signature={signature} />
    </div>
  );
};
