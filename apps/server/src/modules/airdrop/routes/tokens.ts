import { ApiError, minAirdropTokenUnits, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { peopleByAddresses, personByUid, tribePicture } from "../../identity/index.ts";
import { readHeldTokens } from "../planning/chain-reads.ts";
import { tribesOfMints } from "../store/tribes.ts";

/** The tokens that the caller can give. Only Tribes have pictures: others' are at addresses that we don't know. */
export const tokens = query(routes.airdrop.tokens, async ({ ctx, tx, session }) => {
  const person = await personByUid(tx, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  const held = await readHeldTokens(ctx.chain, person.address, minAirdropTokenUnits);
  const known = await tribesOfMints(
    tx,
    held.map(({ mint }) => mint),
  );
  const creators = await peopleByAddresses(
    tx,
    known.map(({ creator }) => creator),
  );
  return {
    tokens: held.map(({ mint, amount, token }) => {
      const tribe = known.find((each) => each.mint === mint || each.newMint === mint);
      return {
        mintAddress: mint,
        tokenType: token.program === "token" ? ("SPL" as const) : ("Token-2022" as const),
        amount,
        decimals: token.decimals,
        name: token.texts?.name ?? null,
        symbol: token.texts?.symbol ?? null,
        pfp: tribe ? tribePicture(tribe.pinned, creators.get(tribe.creator)) : null,
        refusal: token.refusal,
      };
    }),
  };
});
