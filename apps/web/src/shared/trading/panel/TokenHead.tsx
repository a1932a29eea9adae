import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../components/PersonAvatar.tsx";
import type { DialogToken } from "../../dialogs/names.ts";

/** The token's picture, which leads to its page, beside what the person has. */
export const TokenHead = ({
  token,
  onLeave,
  children,
}: {
  token: DialogToken;
  onLeave: () => void;
  children: ReactNode;
}) => (
  <div className="flex items-center gap-3">
    <Link
      to="/token/$mint"
      params={{ mint: token.mint }}
      onClick={onLeave}
      aria-label={`Open ${token.name}`}
      className="rounded-card"
    >
      <PersonAvatar seed={token.mint} src={token.pfp} name="" size={44} shape="token" />
    </Link>
    <dl className="flex flex-1 flex-col text-sm">{children}</dl>
  </div>
);
