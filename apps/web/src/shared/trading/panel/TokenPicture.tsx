import { Link } from "@tanstack/react-router";
import { PersonAvatar } from "../../components/PersonAvatar.tsx";
import type { DialogToken } from "../../dialogs/names.ts";

/** The token's picture before a dialog's title; it leads to the token's page. */
export const TokenPicture = ({ token, onLeave }: { token: DialogToken; onLeave: () => void }) => (
  <Link
    to="/token/$mint"
    params={{ mint: token.mint }}
    onClick={onLeave}
    aria-label={`Open ${token.name}`}
    className="rounded-card"
  >
    <PersonAvatar seed={token.mint} src={token.pfp} name="" size={44} shape="token" />
  </Link>
);
