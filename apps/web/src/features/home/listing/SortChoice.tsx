import { type TokenSort, tokenSorts } from "@tribe/contract";
import { ArrowDownWideNarrow } from "@tribe/ui/icons";
import { sortNames } from "../home-search.ts";

/** The choice of the sort order where the list has no column headings: a native select behind an icon. */
export const SortChoice = ({ value, onChange }: { value: TokenSort; onChange: (sort: TokenSort) => void }) => (
  <label className="relative flex size-11.5 shrink-0 items-center justify-center rounded-control bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember lg:hidden">
    <span className="sr-only">Sort by</span>
    <ArrowDownWideNarrow aria-hidden size={20} className={value === "volume" ? "text-muted" : "text-ember-text"} />
    <select
      value={value}
      onChange={({ target }) => {
        const chosen = tokenSorts.find((sort) => sort === target.value);
        if (chosen) onChange(chosen);
      }}
      className="absolute inset-0 cursor-pointer appearance-none opacity-0"
    >
      {tokenSorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortNames[sort]}
        </option>
      ))}
    </select>
  </label>
);
