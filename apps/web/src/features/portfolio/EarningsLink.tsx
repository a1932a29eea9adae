import { Link } from "@tanstack/react-router";
import { ChevronRight, Coins } from "@tribe/ui/icons";

/** A link to the earnings from others' trades. */
export const EarningsLink = () => (
  <Link
    to="/earnings"
    className="-mx-2 flex min-h-14 items-center gap-3 rounded-card px-2 transition-colors hover:bg-surface"
  >
    <Coins aria-hidden size={20} className="text-ember-text" />
    <span className="flex-1 font-medium">Earnings and invites</span>
    <ChevronRight aria-hidden size={16} className="text-muted" />
  </Link>
);
