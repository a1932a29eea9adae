import { Link } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { Crown } from "@tribe/ui/icons";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";

/** The Tribe's Chief. */
export const ChiefLine = ({ token }: { token: TokenProfile }) => (
  <Link
    to="/user/$address"
    params={{ address: token.creatorAddress }}
    className="-mx-2 flex min-h-12 min-w-0 items-center gap-3 rounded-control px-2 py-1 hover:bg-raised"
  >
    <PersonAvatar seed={token.creatorUid} src={token.creatorPfp} name="" size={44} />
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-semibold">{token.creatorName}</span>
      <span className="flex items-center gap-1 text-xs text-ember-text">
        <Crown aria-hidden size={12} /> Chief
      </span>
    </span>
  </Link>
);
