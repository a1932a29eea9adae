import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, ShieldAlert, ShieldCheck } from "@tribe/ui/icons";
import { serverNow } from "../time/server-time.ts";
import { walletMode } from "./wallet-mode.ts";
import { walletSafetyQuery } from "./wallet-safety.ts";

/** The wallet's recovery mode in a line that links to its settings. */
export const SafetyLine = () => {
  const { data } = useQuery(walletSafetyQuery);
  const mode = data ? walletMode(data, serverNow()) : null;
  if (!data || !mode) return null;
  const lists = [data.waits, data.sends, data.recoveries];
  const asked = lists.reduce((sum, list) => sum + (list?.length ?? 0), data.emailChange ? 1 : 0);
  const Icon = mode.isByMail || asked > 0 ? ShieldAlert : ShieldCheck;
  return (
    <Link
      to="/you/security"
      className="-mx-2 flex min-h-11 items-center gap-2 rounded-control px-2 text-sm text-muted transition-colors hover:bg-surface"
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 flex-1 text-pretty">
        {mode.line}
        {asked > 0 ? <b className="text-down">. Something was asked of it: look</b> : null}
      </span>
      <ChevronRight aria-hidden size={16} className="shrink-0" />
    </Link>
  );
};
