import { Link } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { Users } from "lucide-react";
import { BackButton } from "../../shared/components/BackButton.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { realtimeStatus } from "../../shared/realtime/connection.ts";
import { useStore } from "../../shared/store.ts";

/** Whose room this is, its price, and who is in it. */
export const ChatHeader = ({ token }: { token: TokenProfile }) => {
  const status = useStore(realtimeStatus);
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line px-2">
      <BackButton fallback="/tribes" />
      <Link
        to="/token/$mint"
        params={{ mint: token.mint }}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-control pr-2 hover:bg-surface"
      >
        <PersonAvatar seed={token.mint} src={token.pfp} name="" size={36} shape="token" />
        <span className="flex min-w-0 flex-col">
          <h1 className="truncate text-base font-semibold">{token.name}</h1>
          <span className="truncate text-xs text-muted">
            {status === "live" ? (
              <>
                {token.symbol} · <Sol lamports={token.price} />
              </>
            ) : (
              "Connecting…"
            )}
          </span>
        </span>
      </Link>
      <span className="lg:hidden">
        <IconButton label="Members" onClick={() => dialogs.open("chatMembers", { mint: token.mint, title: "Members" })}>
          <Users aria-hidden size={20} />
        </IconButton>
      </span>
    </header>
  );
};
