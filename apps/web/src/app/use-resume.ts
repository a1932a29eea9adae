import { useEffect, useRef } from "react";
import { openCreation } from "../features/create/open-creation.ts";
import { readOpenTicket } from "../features/trade/open-ticket.ts";
import { dialogs } from "../shared/dialogs/dialogs.ts";
import { useLocalUser } from "../shared/queries/local-user.ts";

/** After a reload in the middle of a trade or a creation: opens its dialog again, which shows the true end. */
export const useResume = (): void => {
  const user = useLocalUser();
  const uid = user?.uid ?? null;
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!uid || done.current === uid) return;
    done.current = uid;
    if (openCreation() !== null) dialogs.open("createToken", { title: "Create your Tribe", firstBuy: "" });
    const ticket = readOpenTicket(uid);
    if (!ticket) return;
    const { token, direction } = ticket;
    const verb = direction === "buy" ? "Buy" : "Sell";
    dialogs.open("tokenTradeTransaction", {
      title: `${verb} ${token.symbol}`,
      description: `${verb} ${token.name} on its curve`,
      token,
      order: null,
    });
  }, [uid]);
};
