import { Button } from "@tribe/ui";

/** What a purchase may do for a seat in the chat, ready to be shown. */
export type ShownEntryOffer =
  | { readonly kind: "none" }
  /** Enough is held already. */
  | { readonly kind: "join" }
  /** This amount, as it would be typed, brings enough. */
  | { readonly kind: "buy"; readonly amountText: string }
  | { readonly kind: "outOfReach"; readonly words: string };

/** 'Buy min. to enter chat', or what stands in its place. */
export const EntryRow = ({
  offer,
  onPick,
  onJoin,
}: {
  offer: ShownEntryOffer;
  onPick: (text: string) => void;
  onJoin: () => void;
}) => {
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
        <Button small onClick={() => onPick(offer.amountText)}>
          Buy min. to enter chat
        </Button>
      );
    case "outOfReach":
      return <p className="text-sm text-muted">{offer.words}</p>;
  }
};
