import type { MembershipState } from "@tribe/contract";
import { needsNoSeat } from "@tribe/domain/membership";
import { Button, Skeleton } from "@tribe/ui";
import { memo, useId } from "react";

/** A purchase's effect on a seat in the chat, ready to be shown. */
export type ShownEntryOffer =
  | { readonly kind: "none" }
  /** The holding is large enough already. */
  | { readonly kind: "join" }
  /** This amount, as typed text, is enough; `price` describes it and its cost. */
  | { readonly kind: "buy"; readonly amountText: string; readonly price: string }
  | { readonly kind: "outOfReach"; readonly words: string };

/** 'Buy min. to enter chat' with its price, or the alternative. Memoised: it depends on the holding, not on the amount. */
export const EntryRow = memo(function EntryRow({
  offer,
  onPick,
  onJoin,
}: {
  offer: ShownEntryOffer;
  onPick: (text: string) => void;
  onJoin: () => void;
}) {
  const priceId = useId();
  switch (offer.kind) {
    case "none":
      return null;
    case "join":
      return (
        <p className="flex items-center justify-between gap-3 text-sm text-muted">
          You hold enough to enter the chat.
          <Button small onClick={onJoin}>
            Join
          </Button>
        </p>
      );
    case "buy":
      return (
        // The price stands beside the button, which overlays it: it is not part of the button's name.
        <div className="relative flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-control border border-line-strong px-4 py-2 text-sm font-semibold whitespace-nowrap has-[button:hover]:bg-raised">
          <button
            type="button"
            aria-describedby={priceId}
            onClick={() => onPick(offer.amountText)}
            className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ember"
          >
            Buy min. to enter chat
          </button>
          <span id={priceId} className="font-medium text-muted tabular-nums">
            {offer.price}
          </span>
        </div>
      );
    case "outOfReach":
      return <p className="text-sm text-muted">{offer.words}</p>;
  }
});

/** Reserves the room of {@link EntryRow} until the holding is known, if the person will probably see one. */
export const EntryRowLoading = ({ state }: { state: MembershipState }) =>
  state === "active" || needsNoSeat(state) ? null : <Skeleton className="h-11" />;
