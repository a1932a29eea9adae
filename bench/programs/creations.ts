import { isOnCurve } from "../../programs/tests/support/curve25519.ts";
import {
  associatedToken,
  associatedTokenProgram,
  bytesOf,
  derivedAt,
  type Key,
  token2022,
} from "../../programs/tests/support/keys.ts";
import { rentOf } from "../../programs/tests/support/machine.ts";
import { curve, must, type Stage, tribeOf } from "../../programs/tests/support/stage.ts";
import { longest, magnitude, next, onStages, order, pick, plenty, redraw, texts, unitsOf } from "./scene.ts";

const perStage = 500;

/** Whether all addresses of a creation have the highest bump, which is tried first, as the app's `drawTokenId` prefers. */
const hasHighestBumps = (id: bigint, owners: readonly Key[]): boolean => {
  if (isOnCurve(derivedAt(curve, 255, "token", id))) return false;
  const mint = derivedAt(curve, 255, "mint", id);
  if (isOnCurve(mint)) return false;
  return owners.every(
    (owner) => !isOnCurve(derivedAt(associatedTokenProgram, 255, bytesOf(owner), bytesOf(token2022), mint)),
  );
};

/** Creations with a first buy of every kind; `drawn`: with ids as the server issues them, otherwise with any ids. */
export const measureCreations = (count: number, invited: boolean, drawn: boolean): Promise<number[]> =>
  onStages(count, perStage, (stage) => {
    const [creator, inviter] = [stage.wallet("creator"), stage.wallet("inviter")];
    const owners = invited ? [creator, inviter] : [creator];
    return () => {
      redraw(stage);
      stage.machine.fund(creator, plenty);
      let id = next();
      while (drawn && !hasHighestBumps(id, owners)) id = next();
      const firstBuy = pick([
        order(magnitude(10n ** 12n)),
        order(2n ** 64n - 1n, magnitude(10n ** 10n) + 1_000_000n),
        order(2n ** 64n - 1n),
      ]);
      const terms = invited ? { inviter, flags: pick([1n, 3n, 5n, 7n]) } : { flags: pick([0n, 4n]) };
      return unitsOf(stage, stage.create(tribeOf(id, creator), { ...texts(), ...terms, firstBuy }));
    };
  });

/** A new Tribe's deposits with the longest texts, in state and mint, and a token account's. */
export const measureRents = (stage: Stage): { readonly tribe: number; readonly tokenAccount: number } => {
  const creator = stage.wallet("creator");
  const tribe = stage.nextTribe(creator);
  const before = stage.machine.balance(creator);
  must(stage.send(stage.create(tribe, longest)));
  const left = Number(before - stage.machine.balance(creator));
  stage.makeTokenAccount(creator, tribe.mint);
  const held = stage.machine.balance(associatedToken(creator, tribe.mint));
  if (held < rentOf(165)) throw new Error("a token account below its rent");
  return { tribe: left, tokenAccount: Number(held) };
};
