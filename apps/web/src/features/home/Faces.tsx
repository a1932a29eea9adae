import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import type { Company } from "../../shared/queries/companions.ts";

/** A few small pictures and, where there is room, the number of the others. */
export const Faces = ({ company, isFew = false }: { company: Company | null; isFew?: boolean }) => {
  if (!company || company.people.length === 0) return null;
  const shown = isFew ? company.people.slice(0, 2) : company.people;
  const more = company.count - company.people.length;
  const names = company.people.map(({ displayName }) => displayName).join(", ");
  return (
    <span className="flex shrink-0 items-center">
      <span className="sr-only">
        , {names}
        {more > 0 ? ` and ${more} more` : ""} you know from a Tribe {company.count === 1 ? "sits" : "sit"} here
      </span>
      <span aria-hidden className="flex" title={names}>
        {shown.map(({ address, uid, pfp }) => (
          <span key={address} className="-ml-1 rounded-full border border-bg first:ml-0">
            <PersonAvatar seed={uid ?? address} src={pfp} name="" size={16} />
          </span>
        ))}
      </span>
      {more > 0 && !isFew ? (
        <span aria-hidden className="ml-1 font-normal text-muted">
          +{more}
        </span>
      ) : null}
    </span>
  );
};
