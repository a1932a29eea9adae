import type { Subscriber } from "@tribe/contract";
import { Crown } from "lucide-react";
import { PersonAvatar } from "./PersonAvatar.tsx";
import { Tokens } from "./Sol.tsx";

/** A member with what they hold; `expired` is shown as Booted. */
export const MemberRow = ({ member, symbol }: { member: Subscriber; symbol: string }) => (
  <span className="flex min-h-11 items-center gap-3 py-1">
    <PersonAvatar seed={member.uid} src={member.pfp} name="" size={32} />
    <span className="min-w-0 flex-1 truncate text-sm">{member.displayName}</span>
    {member.state === "chief" ? (
      <span className="flex items-center gap-1 text-xs text-ember-text">
        <Crown aria-hidden size={12} /> Chief
      </span>
    ) : member.state === "expired" ? (
      <span className="text-xs text-down">Booted</span>
    ) : member.state === "banned" ? (
      <span className="text-xs text-down">Blocked</span>
    ) : null}
    <Tokens units={member.holding} symbol={symbol} className="text-sm" />
  </span>
);
