import { type AnswerOf, type Lamports, lamports, type Mint, routes } from "@tribe/contract";
import type { CompressedTokenAccount } from "../../../engines/compression/port.ts";
import { query } from "../../../http/implement.ts";
import { authorsOf, paidShares } from "../../airdrop/index.ts";
import { readChainFacts } from "../../factory/index.ts";
import { callerWallet } from "../../identity/index.ts";
import { cardsOf } from "../../market/index.ts";
import { proxiedPicture } from "../../social/index.ts";
import { claimEstimate } from "../claim-cost.ts";
import { maxMints, readMints } from "../mint-reads.ts";

type Claimable = AnswerOf<typeof routes.claim.tokens>["tokens"][number];

/** What the caller can claim, from the chain's indexer, which leaves out what was claimed. */
export const tokens = query(routes.claim.tokens, async ({ ctx, tx, session }) => {
  const wallet = await callerWallet(tx, session.uid);
  if (!ctx.config.hasCompression) return { tokens: [], hasMore: false, balance: noLamports };
  const { accounts, hasMore } = await ctx.compression.accountsOf(wallet);
  const byMint = groupByMint(accounts);
  const shares = byMint.size === 0 ? [] : await paidShares(tx, wallet, [...byMint.keys()]);
  const authors = await authorsOf(tx, shares);
  const isBrought = (mint: Mint) => (authors.get(mint)?.length ?? 0) > 0;
  // Those of Tribe's airdrops come first, however many others somebody has sent.
  const all = [...byMint.keys()].sort((one, other) => Number(isBrought(other)) - Number(isBrought(one)));
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

const groupByMint = (accounts: readonly CompressedTokenAccount[]): ReadonlyMap<Mint, CompressedTokenAccount[]> => {
  const byMint = new Map<Mint, CompressedTokenAccount[]>();
  for (const account of accounts) {
    const known = byMint.get(account.mint);
    if (known) known.push(account);
    else byMint.set(account.mint, [account]);
  }
  return byMint;
};
