import { Link } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { Crown } from "lucide-react";
import { Address } from "../../shared/components/Address.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";

/** Whose Tribe it is, and the token's address. */
export const ChiefLine = ({ token }: { token: TokenProfile }) => (
  <section aria-label="Chief" className="flex items-center gap-3 border-t border-line pt-6 lg:border-t-0 lg:pt-0">
    <Link
      to="/user/$address"
      params={{ address: token.creatorAddress }}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-control hover:bg-surface"
    >
      <PersonAvatar seed={token.creatorUid} src={token.pfp} name="" size={40} />
      <span className="flex min-w-0 flex-col">
        <span className="flex items-center gap-1 text-xs text-ember-text">
          <Crown aria-hidden size={12} /> Chief
        </span>
        <span className="truncate text-sm font-medium">{token.creatorName}</span>
        {token.creatorHandle ? <span className="truncate text-xs text-muted">@{token.creatorHandle}</span> : null}
      </span>
    </Link>
    <Address address={token.mint} />
  </section>
);
