import { useQuery } from "@tanstack/react-query";
import type { Mint, TokenProfile, TokenUnits } from "@tribe/contract";
import { amountsOf, neededFormat, typedFormat } from "@tribe/domain/money";
import { momentTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { openJoin } from "../../../shared/flow/openers.ts";
import { useSeatHolding } from "../../../shared/queries/chain.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { tokenQuery } from "../../../shared/queries/token.ts";
import { dialogTokenOf } from "../../../shared/tokens/token-facts.ts";
import { seatNow } from "../../../shared/trading/seat/seat-now.ts";

/** What claimed tokens of a Tribe count for: how many there are now, and the seat. Nothing for a token that is no Tribe's. */
export const ClaimedSeat = ({ mint }: { readonly mint: Mint }) => {
  const close = useCloseThisDialog();
  const user = useLocalUser();
  const { data: profile = null } = useQuery({ ...tokenQuery(mint), retry: false, refetchInterval: false });
  const held = useSeatHolding(user?.address ?? null, profile);
  if (!profile || held === null) return null;
  const { words, isEnough } = standingOf(profile, held);
  return (
    <div className="flex flex-col items-center gap-2">
      <p className="text-sm text-muted text-pretty">{words}</p>
      {isEnough ? (
        <Button
          small
          onClick={() => {
            close();
            openJoin(dialogTokenOf(profile));
          }}
        >
          Join chat
        </Button>
      ) : null}
    </div>
  );
};

const standingOf = (
  profile: TokenProfile,
  held: TokenUnits,
): { readonly words: string; readonly isEnough: boolean } => {
  const written = amountsOf(profile);
  const amount = written.named(held, typedFormat);
  const seat = seatNow(profile, held, false);
  switch (seat.kind) {
    case "seated":
      return { words: momentTexts.holdsSeat(amount, seat.number, profile.groupSize), isEnough: false };
    case "needsNone":
    case "left":
      return { words: momentTexts.holds(amount), isEnough: false };
    case "outside": {
      const missing = profile.tradeInfo.entryThresholdTokensForCompare - held;
      return missing > 0n
        ? { words: momentTexts.holdsTooLittle(amount, written.plain(missing, neededFormat)), isEnough: false }
        : { words: momentTexts.holdsEnough(amount), isEnough: true };
    }
  }
};
