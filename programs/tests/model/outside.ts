/** Actions outside our programs: gifts, burns, transfers, creating and closing token accounts, time. */
import { burnTokens, closeTokenAccount, transferLamports, transferTokens } from "../support/instructions.ts";
import { associatedToken, type Key } from "../support/keys.ts";
import { type Plan, strands, tooFewTokens } from "./plan.ts";
import type { Model, Reason, TribeState } from "./state.ts";

/** Sends lamports to any address, even one without an account. */
export function planGift(model: Model, { from, to, lamports }: { from: Key; to: Key; lamports: bigint }): Plan {
  const reasons: Reason[] = [];
  const left = model.balance(from) - lamports;
  if (left < 0n) reasons.push(tooFewTokens);
  if (from !== to && (strands(left) || (lamports > 0n && !model.keeps(to, lamports))))
    reasons.push("InsufficientFundsForRent");
  return {
    instructions: [transferLamports(from, to, lamports)],
    reasons,
    apply: () => {
      model.move(from, to, lamports);
      return [];
    },
  };
}

const without = "InvalidAccountData";

/** Burns old or new tokens outside the programs. */
export function planBurn(
  model: Model,
  { tribe, owner, fresh, units }: { tribe: TribeState; owner: Key; fresh: boolean; units: bigint },
): Plan {
  const mint = fresh ? tribe.places.newMint : tribe.mint;
  const held = model.held(owner, mint);
  const reasons: Reason[] = held === undefined ? [without, "IncorrectProgramId"] : held < units ? [tooFewTokens] : [];
  return {
    instructions: [burnTokens(owner, associatedToken(owner, mint), mint, units)],
    reasons,
    apply: () => {
      model.mint(mint, model.account(owner, owner, mint), -units);
      if (!fresh) tribe.burned += units;
      return [];
    },
  };
}

/** Transfers old or new tokens, also into the vaults of pool and conversion. */
export function planTransfer(
  model: Model,
  { tribe, owner, fresh, to, units }: { tribe: TribeState; owner: Key; fresh: boolean; to: Key; units: bigint },
): Plan {
  const mint = fresh ? tribe.places.newMint : tribe.mint;
  const from = associatedToken(owner, mint);
  const [source, target] = [model.holdings.get(from), model.holdings.get(to)];
  const reasons: Reason[] = [];
  if (source === undefined || target === undefined) reasons.push(without, "IncorrectProgramId");
  else if (source.amount < units) reasons.push(tooFewTokens);
  return {
    instructions: [transferTokens(owner, from, to, mint, units, fresh ? 6 : 9)],
    reasons,
    apply: () => {
      if (source && target) {
        source.amount -= units;
        target.amount += units;
      }
      return [];
    },
  };
}

/** Closes an empty token account. 11 is the token program's code for one that is not empty. */
export function planClose(model: Model, { owner, mint }: { owner: Key; mint: Key }): Plan {
  const key = associatedToken(owner, mint);
  const account = model.holdings.get(key);
  const reasons: Reason[] = account === undefined ? [without, "IncorrectProgramId"] : account.amount > 0n ? [11] : [];
  return {
    instructions: [closeTokenAccount(owner, key)],
    reasons,
    apply: () => {
      model.move(key, owner, model.balance(key));
      model.holdings.delete(key);
      model.sizes.delete(key);
      return [];
    },
  };
}
