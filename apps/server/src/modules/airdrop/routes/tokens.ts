import { ApiError, minAirdropTokenUnits, routes } from "@tribe/contract";
import { eq, inArray, or } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { creations } from "../../factory/schema.ts";
import { peopleByAddresses, personByUid, tribePicture } from "../../identity/index.ts";
import { tokens as tribes } from "../../indexer/schema.ts";
import { readHeldTokens } from "../planning/chain-reads.ts";

/** The tokens that the caller can give. Only Tribes have pictures: others' are at addresses that we don't know. */
export const tokens = query(routes.airdrop.tokens, async ({ ctx, tx, session }) => {
  const person = await personByUid(tx, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  const held = await readHeldTokens(ctx.chain, person.address, minAirdropTokenUnits);
  const mints = held.map(({ mint }) => mint);
  const known =
    mints.length === 0
      ? []
      : await tx
          .select({ mint: tribes.mint, newMint: tribes.newMint, creator: tribes.creatorAddress, pinned: creations.pfp })
          .from(tribes)
          .leftJoin(creations, eq(creations.mint, tribes.mint))
          .where(or(inArray(tribes.mint, mints), inArray(tribes.newMint, mints)));
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
