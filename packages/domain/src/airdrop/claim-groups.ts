import { maxAccountsPerClaim, maxTreesPerClaim } from "@tribe/contract";

/**
 * Groups the compressed accounts of one token into transactions: at most six in each, from at most three trees, and by tree,
 * because a transaction pays for each tree that it spends from.
 */
export const groupForClaims = <Account extends { readonly tree: string }>(
  accounts: readonly Account[],
): readonly (readonly Account[])[] => {
  const trees = new Map<string, Account[]>();
  for (const account of accounts) trees.set(account.tree, [...(trees.get(account.tree) ?? []), account]);
  const whole: Account[][] = [];
  const rests: Account[][] = [];
  for (const some of trees.values()) {
    const full = some.length - (some.length % maxAccountsPerClaim);
    for (let at = 0; at < full; at += maxAccountsPerClaim) whole.push(some.slice(at, at + maxAccountsPerClaim));
    if (full < some.length) rests.push(some.slice(full));
  }
  // The rest of a tree, at most five, is combined with other rests that still fit: the largest first.
  const mixed: { trees: number; accounts: Account[] }[] = [];
  for (const rest of rests.sort((one, other) => other.length - one.length)) {
    const room = mixed.find(
      (group) => group.trees < maxTreesPerClaim && group.accounts.length + rest.length <= maxAccountsPerClaim,
    );
    if (room) {
      room.trees += 1;
      room.accounts.push(...rest);
    } else mixed.push({ trees: 1, accounts: [...rest] });
  }
  return [...whole, ...mixed.map((group) => group.accounts)];
};
