import type { Address } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { WalletRecord } from "../rules/record.ts";
import { type Owned, readOwned } from "./read-owned.ts";

/** What looking at the chain needs: every node that the role `keys` has, and the indexer of compressed tokens. */
export type LookContext = Pick<AppContext, "chain" | "walletNodes" | "compression" | "config" | "log" | "now">;

/** Whether there is nothing that could be stolen: in the wallet and, while its key is kept, in the former one. */
export const isEmpty = async (ctx: LookContext, record: WalletRecord): Promise<boolean> =>
  (await Promise.all(reachableWallets(record, ctx.now()).map((each) => isWalletEmpty(ctx, each)))).every(Boolean);

/** The wallets that whoever has this one can use: itself, and a former one as long as its key is kept. */
export const reachableWallets = ({ address, move }: WalletRecord, now: number): readonly Address[] =>
  move && isKeyKept(move, now) ? [address, move.from] : [address];

/** Whether a former wallet's key is kept: until the move was finished, and for thirty days from then. */
export const isKeyKept = ({ isFinished, keptUntil }: NonNullable<WalletRecord["move"]>, now: number): boolean =>
  !isFinished || (keptUntil !== undefined && now < keptUntil);

/**
 * Whether a wallet has nothing at all: no SOL, no account of either token program, no Tribe, no compressed tokens. Every node
 * must say so; one that is silent or lags says nothing, which counts as not empty.
 */
export const isWalletEmpty = (ctx: LookContext, address: Address): Promise<boolean> =>
  allAgree(ctx, address, ({ lamports, accounts, hasTribe }) => lamports === 0n && accounts.length === 0 && !hasTribe);

/** Whether every node's answer passes the check, and the wallet has no compressed tokens. False for whoever does not answer. */
export const allAgree = async (
  ctx: LookContext,
  address: Address,
  passes: (owned: Owned, node: LookContext["walletNodes"][number]) => boolean | Promise<boolean>,
): Promise<boolean> => {
  try {
    const looks = ctx.walletNodes.map(async (node) =>
      passes(await readOwned(node, ctx.chain.programAddress, address, ctx.now()), node),
    );
    const [claims, ...answers] = await Promise.all([countClaims(ctx, address), ...looks]);
    return claims === 0 && answers.every(Boolean);
  } catch (err) {
    ctx.log.warn({ err }, "a node or indexer did not say what a wallet has: it counts as not empty");
    return false;
  }
};

/** How many compressed token accounts a wallet has. @throws ApiError `unavailable` when the indexer does not say */
export const countClaims = async (
  { config, compression }: Pick<LookContext, "config" | "compression">,
  address: Address,
): Promise<number> => {
  if (!config.hasCompression) return 0;
  const { accounts, hasMore } = await compression.accountsOf(address);
  return accounts.filter(({ amount }) => amount > 0n).length + (hasMore ? 1 : 0);
};
