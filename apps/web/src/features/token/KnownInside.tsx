import type { Mint } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { useCompanions } from "../../shared/queries/companions.ts";

/** The members whom the signed-in person knows from another Tribe; nothing without any. */
export const KnownInside = ({ mint }: { mint: Mint }) => {
  const company = useCompanions().get(mint);
  const [first, ...others] = company?.people ?? [];
  if (!company || !first) return null;
  const more = company.count - 1;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden className="flex shrink-0">
        {[first, ...others].map(({ address, uid, pfp }) => (
          <span key={address} className="-ml-1.5 rounded-full border-2 border-bg first:ml-0">
            <PersonAvatar seed={uid ?? address} src={pfp} name="" size={24} />
          </span>
        ))}
      </span>
      <span className="min-w-0">
        {isolated(first.displayName)}
        {more > 0 ? ` and ${more} ${more === 1 ? "other" : "others"} you know` : ", whom you know,"}{" "}
        {more > 0 ? "sit" : "sits"} here
      </span>
    </p>
  );
};
