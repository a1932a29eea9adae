import type { MembershipState } from "@tribe/contract";
import { needsNoSeat } from "@tribe/domain/membership";
import { Button, Skeleton } from "@tribe/ui";
import { useId } from "react";

/** What a purchase may do for a seat in the chat, ready to be shown. */
export type ShownEntryOffer =
  | { readonly kind: "none" }
  /** Enough is held already. */
  | { readonly kind: "join" }
  /** This amount, as it would be typed, brings enough; `price` says what it is and costs. */
  | { readonly kind: "buy"; readonly amountText: string; readonly price: string }
  | { readonly kind: "outOfReach"; readonly words: string };

/** 'Buy min. to enter chat' with what it costs, or what stands in its place. */
export const EntryRow = ({
  offer,
  onPick,
  onJoin,
}: {
  offer: ShownEntryOffer;
  onPick: (text: string) => void;
  onJoin: () => void;
}) => {
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
        // The price stands beside the button that covers it: it is no part of its name.
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
};

/** Keeps the room of {@link EntryRow} until the holding is known, for whoever will see one by all likelihood. */
export const EntryRowLoading = ({ state }: { state: MembershipState }) =>
  state === "active" || needsNoSeat(state) ? null : <Skeleton className="h-11" />;
