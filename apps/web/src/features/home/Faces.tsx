import type { AnswerOf, routes } from "@tribe/contract";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";

/** A Tribe's members with whom the signed-in person shares a Tribe: some of them with pictures, and their number. */
export type Company = AnswerOf<typeof routes.market.companions>["tribes"][number];

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
