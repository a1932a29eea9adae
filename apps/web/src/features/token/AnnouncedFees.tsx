import type { TokenProfile } from "@tribe/contract";
import { formatBps } from "@tribe/domain/money";
import { exactTime } from "../../shared/time/clock.ts";
import { serverNow } from "../../shared/time/server-time.ts";

type Fees = TokenProfile["fees"];

const sides = [
  { name: "a buy", of: (fees: Fees) => fees.creatorBuyBps + fees.platformBuyBps },
  { name: "a sale", of: (fees: Fees) => fees.creatorSellBps + fees.platformSellBps },
] as const;

/** Fees that were announced on chain and can still come into force: what a trade costs then, and when that can be. */
export const AnnouncedFees = ({ token: { fees, announcedFees } }: { token: TokenProfile }) => {
  if (!announcedFees || announcedFees.until < serverNow()) return null;
  const changes = sides.filter(({ of }) => of(announcedFees.fees) !== of(fees));
  if (changes.length === 0) return null;
  const words = changes.map(
    ({ name, of }) => `${name} ${formatBps(of(announcedFees.fees))} in place of ${formatBps(of(fees))}`,
  );
  return (
    <p className="text-xs text-muted">
      New fees are announced: from {exactTime(announcedFees.from)} on, {words.join(" and ")}. If they are not in force
      by {exactTime(announcedFees.until)}, they lapse.
    </p>
  );
};
