import { type ApiCall, ApiError, type Base64, routes, type TokenId } from "@tribe/contract";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { refreshLocalUser } from "../../../shared/queries/local-user.ts";
import { type CreationRequest, creationTexts } from "../../../shared/transactions/open-transactions.ts";
import type { Prepared, Preparer, StoreSigned } from "./delivery.ts";
import { ticketPreparer } from "./ticket-preparer.ts";

/** A creation's message, and the token that it creates. */
interface PreparedCreation extends Prepared {
  readonly message: Base64;
  readonly tokenId: TokenId;
}

/** Prepares a Tribe with the server, each time that the server requests it: the token id stays the same. */
export const creationPreparer = (
  api: ApiCall,
  wish: CreationRequest,
  store: StoreSigned,
): Preparer<PreparedCreation> => {
  const { firstBuy, ...rest } = wish;
  return ticketPreparer<PreparedCreation>({
    open: (idempotencyKey) =>
      api(routes.factory.prepareCreation, {
        body: { ...rest, amountInLamports: firstBuy, idempotencyKey },
      }).catch(showWhatIsTrue),
    viaOf: ({ tokenId }) => ({ kind: "creation", tokenId, wish }),
    newKey: () => crypto.randomUUID(),
    store,
  });
};

/**
 * The Tribe exists, or the profile changed, perhaps in another tab: the reloaded local user shows it. If the person has a Tribe,
 * the first dialog says so.
 */
const showWhatIsTrue = async (error: unknown): Promise<never> => {
  if (error instanceof ApiError && error.code === "profile_changed") refreshLocalUser().catch(() => undefined);
  if (error instanceof ApiError && error.code === "tribe_exists") {
    const user = await refreshLocalUser().catch(() => null);
    if (user && user.tokens.length > 0) {
      dialogs.finishNamed("createTokenTransaction");
      dialogs.open("createToken", { title: creationTexts.title, firstBuy: "" });
    }
  }
  throw error;
};
