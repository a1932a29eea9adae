import { useEffect, useEffectEvent, useState } from "react";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeDirection } from "../../shared/dialogs/names.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { tradeUnit } from "../../shared/trading/amount/trade-unit.ts";
import { TradeForm } from "../../shared/trading/form/TradeForm.tsx";
import { createDraft } from "../../shared/trading/form/trade-draft.ts";
import { TokenPicture } from "../../shared/trading/panel/TokenPicture.tsx";
import { curveVenue } from "./curve-venue.tsx";

/** The trade panel of a token on its curve, as a dialog. */
export const TokenTradeDialog = (props: DialogPropsByName["tokenTrade"]) => {
  const { token, amountText, wantsEntry = false } = props;
  const [direction, setDirection] = useState<TradeDirection>(props.direction);
  const [draft] = useState(() =>
    createDraft({
      amountText,
      // An amount keeps the unit that it was typed in.
      wantsSol: props.inSol || (amountText === "" && !wantsEntry && tradeUnit.wantsSol()),
      wantsEntry,
      wantsSpare: props.wantsSpare ?? null,
      hasMoved: props.priceMoved ?? false,
      isPressed: props.isPressed ?? false,
    }),
  );
  const close = useCloseThisDialog();
  useWatch(token.mint);
  const isMigrated = Boolean(useToken(token.mint).data?.newMint);
  const continueInPool = useEffectEvent(() =>
    dialogs.open(
      "tokenSwap",
      { token, direction, amountText: "", wantsEntry: draft.get().wantsEntry, wantsSpare: draft.get().wantsSpare },
      { replace: true },
    ),
  );
  useEffect(() => {
    if (isMigrated) continueInPool();
  }, [isMigrated]);
  return (
    <DialogFrame title="Trade" subject={token.name} picture={<TokenPicture token={token} onLeave={close} />}>
      <TradeForm
        venue={curveVenue}
        token={token}
        direction={direction}
        onDirection={setDirection}
        draft={draft}
        onLeave={close}
      />
    </DialogFrame>
  );
};
