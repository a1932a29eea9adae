import { type AnswerOf, type Lamports, lamports, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { authorsOf, paidShares } from "../../airdrop/index.ts";
import { readChainFacts } from "../../factory/index.ts";
import { callerWallet } from "../../identity/index.ts";
import { cardsOf } from "../../market/index.ts";
import { proxiedPicture } from "../../social/index.ts";
import { maxMints, readMints } from "../mint-reads.ts";
import { claimEstimate } from "../rules/claim-cost.ts";
import { groupByMint, mintsInOrder } from "../rules/claimable.ts";

type Claimable = AnswerOf<typeof routes.claim.tokens>["tokens"][number];

/** What the caller can claim, from the chain's indexer, which leaves out what was claimed. */
export const tokens = query(routes.claim.tokens, async ({ ctx, tx, session }) => {
  const wallet = await callerWallet(tx, session.uid);
  if (!ctx.config.hasCompression) return { tokens: [], hasMore: false, balance: noLamports };
  const { accounts, hasMore } = await ctx.compression.accountsOf(wallet);
  const byMint = groupByMint(accounts);
  const shares = byMint.size === 0 ? [] : await paidShares(tx, wallet, [...byMint.keys()]);
  const authors = await authorsOf(tx, shares);
  const all = mintsInOrder([...byMint.keys()], authors);
  const mints = all.slice(0, maxMints);
  const [facts, cards, assets, { balance, microLamportsPerUnit }] = await Promise.all([
    readMints(ctx.chain, wallet, mints),
    cardsOf(ctx, mints),
    ctx.compression.assetsOf(mints),
    readChainFacts(ctx.chain, wallet, [wallet]),
  ]);
  const found = mints.flatMap((mint): Claimable[] => {
    const mintFacts = facts.get(mint);
    const held = byMint.get(mint) ?? [];
    if (!mintFacts) return [];
    const [card, asset] = [cards.get(mint), assets.get(mint)];
    const picture = asset?.picture?.startsWith("https:") ? proxiedPicture(ctx, asset.picture) : null;
    return [
      {
        mintAddress: mint,
        amount: held.reduce((sum, { amount }) => sum + amount, 0n),
        name: card?.name ?? asset?.name ?? null,
        symbol: card?.symbol ?? asset?.symbol ?? null,
        pfp: card ? card.pfp : picture,
        decimals: mintFacts.decimals,
        tokenType: mintFacts.program === "token" ? "SPL" : "Token-2022",
        authors: [...(authors.get(mint) ?? [])],
        accounts: held.map(({ hash, amount, tree }) => ({ hash, amount, tree })),
        maxLamports: claimEstimate(held, mintFacts.hasAccount, microLamportsPerUnit),
      },
    ];
  });
  return { tokens: found, hasMore: hasMore || mints.length < all.length, balance };
});

const noLamports: Lamports = lamports(0n);
