import { Spinner } from "@tribe/ui";

/** Shown between the sale of the curve's last token and the opening of the pool, when nothing can be traded. */
export const MovingNotice = () => (
  <p role="status" className="flex flex-1 items-center gap-2 rounded-card bg-ember-soft p-3 text-sm">
    <Spinner size={16} />
    All tokens are sold. Trading moves to its pool now, and goes on here as soon as that is open.
  </p>
);
