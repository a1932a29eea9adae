import { routes, walletActions } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { command } from "../../../http/implement.ts";
import { tokens } from "../../indexer/schema.ts";
import { formerKeyOf } from "../moves/moves.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { checkDevice } from "../proofs.ts";

/** Gives a device of the new wallet the former wallet's key, which only the new one's seed decrypts. */
export const formerKey = command(routes.wallet.formerKey, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { devicePublicKey, device } = body;
  await checkDevice(ctx, tx, { uid, action: walletActions.formerKey, devicePublicKey, proof: device });
  const record = await recordOfDevice(ctx, tx, uid, devicePublicKey);
  const { from, sealedKey } = await formerKeyOf(ctx, tx, record);
  const { tokenId, mint, newMint } = tokens;
  const tribes = await tx.select({ tokenId, mint, newMint }).from(tokens).where(eq(tokens.creatorAddress, from));
  return { from, sealedKey, tribes };
});
