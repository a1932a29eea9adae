import type { Subscriber } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";

/** The people who match the text after an `@`. The field handles the keys. */
export const MentionList = ({
  id,
  people,
  marked,
  onPick,
}: {
  id: string;
  people: readonly Subscriber[];
  marked: number;
  onPick: (person: Subscriber) => void;
}) => (
  <div
    id={id}
    role="listbox"
    aria-label="Members"
    className="absolute inset-x-0 bottom-full z-20 mb-2 flex flex-col rounded-card border border-line bg-surface p-1 shadow-lift"
  >
    {people.map((person, index) => (
      <div
        key={person.uid}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === marked}
        tabIndex={-1}
        // Before the field loses the focus.
        onPointerDown={(event) => {
          event.preventDefault();
          onPick(person);
        }}
        className={classes(
          "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 text-sm hover:bg-raised",
          index === marked && "bg-raised",
        )}
      >
        <PersonAvatar seed={person.uid} src={person.pfp} name="" size={28} />
        <span className="min-w-0 flex-1 truncate">
          <bdi>{person.displayName}</bdi>
        </span>
        {person.state === "chief" ? <span className="text-xs text-muted">Chief</span> : null}
      </div>
    ))}
  </div>
);
