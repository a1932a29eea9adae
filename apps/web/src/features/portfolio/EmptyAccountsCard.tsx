import { useQuery } from "@tanstack/react-query";
import { lamports } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { Undo2 } from "@tribe/ui/icons";
import { Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { openCloseAccounts } from "./open-close-accounts.ts";
import { emptyAccountsQuery } from "./queries.ts";

/** Offers to take back the deposits of token accounts that hold nothing. Renders nothing without any, or while unknown. */
export const EmptyAccountsCard = () => {
  const { data } = useQuery(emptyAccountsQuery);
  const accounts = data?.accounts ?? [];
  const count = accounts.length;
  if (count === 0) return null;
  const deposits = lamports(accounts.reduce((sum, account) => sum + account.lamports, 0n));
  return (
    <section className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4">
      <Undo2 aria-hidden size={24} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-[9em] text-sm">
        <span className="block font-semibold">
          {count === 1 ? "1 empty account" : `${count} empty accounts`}, <Sol lamports={deposits} />{" "}
          <Worth lamports={deposits} />
        </span>
        <span className="block text-muted">{count === 1 ? "Its deposit is yours." : "Their deposits are yours."}</span>
      </p>
      <Button onClick={() => openCloseAccounts(count, deposits)}>Take back</Button>
    </section>
  );
};
