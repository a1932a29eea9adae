import { tokenUnits } from "@tribe/contract";
import { Tabs } from "@tribe/ui/tabs";
import { type ReactNode, useCallback, useEffect, useEffectEvent } from "react";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { useBalance, useTokenAccounts } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import type { Store } from "../../shared/state/store.ts";
import type { TradableTokens } from "../../shared/trading/panel/tradable-tokens.ts";
import { nothingHeld, tradeSides } from "../../shared/trading/panel/trade-sides.ts";
import { useTradableTokens } from "../../shared/trading/panel/use-tradable-tokens.ts";
import { curveEntry } from "./curve-entry.ts";
import { TradeForm } from "./TradeForm.tsx";
import type { TradeDraft } from "./trade-draft.ts";

/**
 * Buy and Sell on the curve: an amount, its cost or outcome with each fee, its effect on the seat, and Next. Tabs and header are
 * rendered here, because they don't depend on the amount; a key only renders the form.
 */
export const CurveTrade = ({
  token,
  draft,
  direction,
  onDirection,
  onLeave,
  onHandedOver,
  onMigrated,
  head,
}: {
  token: DialogToken;
  draft: Store<TradeDraft>;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
  /** Another dialog, or page, replaces it. */
  onLeave: () => void;
  /** Called when the order has gone to the wallet. */
  onHandedOver?: () => void;
  /** Called when the token has migrated to its pool. */
  onMigrated: () => void;
  /** The content above the amount; receives the tradable tokens, null until known. */
  head: (tradable: TradableTokens | null) => ReactNode;
}) => {
  const { mint } = token;
  const local = useLocalUser();
  const user = local ?? null;
  const address = user?.address ?? null;
  const { data: profile = null, isFetching: isProfileAsked } = useToken(mint);
  const { data: balance = null } = useBalance(address);
  const { isFetching: areAccountsAsked } = useTokenAccounts(address, mint);
  const known = useTradableTokens(address, mint);
  // A visitor holds nothing; the holding is unknown while the session is still loading.
  const tradable = local === null ? nothingHeld : known;
  const seatHolding = tradable && tokenUnits(tradable.units + tradable.elsewhere);
  // The cached value may be outdated: a purchase that has just ended changed it.
  const isFresh = !isProfileAsked && !areAccountsAsked;
  const isMigrated = Boolean(profile?.newMint);
  const tellMigrated = useEffectEvent(onMigrated);
  useEffect(() => {
    if (isMigrated) tellMigrated();
  }, [isMigrated]);
  useEffect(() => {
    if (!isFresh || !profile || isMigrated || seatHolding === null || !draft.get().wantsEntry) return;
    const offer = curveEntry(profile, seatHolding);
    draft.set((now) => ({ ...now, amountText: offer.kind === "buy" ? offer.amountText : "", wantsEntry: false }));
  }, [isFresh, profile, isMigrated, seatHolding, draft]);

  const turn = useCallback(
    (next: TradeDirection) => {
      onDirection(next);
      draft.set((now) => ({ ...now, amountText: "", hasMoved: false, wantsEntry: false }));
    },
    [draft, onDirection],
  );
  return (
    <Tabs label="Direction" value={direction} onChange={turn} options={tradeSides}>
      <TradeForm
        token={token}
        direction={direction}
        draft={draft}
        profile={profile}
        balance={balance}
        tradable={tradable}
        user={user}
        onLeave={onLeave}
        onHandedOver={onHandedOver}
        head={head(tradable)}
      />
    </Tabs>
  );
};
