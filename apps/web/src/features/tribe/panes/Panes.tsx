import type { TokenProfile } from "@tribe/contract";
import { useMediaQuery } from "@tribe/ui";
import type { TribePlace } from "../tribe-place.ts";
import { MiddleTribe } from "./MiddleTribe.tsx";
import { WideTribe } from "./WideTribe.tsx";

/** A Tribe on screens wider than a phone: the chat with drawers, or all panes side by side. */
export const Panes = ({ token, place }: { token: TokenProfile; place: TribePlace }) => {
  const isWide = useMediaQuery("(min-width: 1024px)");
  return isWide ? (
    <WideTribe key={token.mint} token={token} place={place} />
  ) : (
    <MiddleTribe key={token.mint} token={token} place={place} />
  );
};
