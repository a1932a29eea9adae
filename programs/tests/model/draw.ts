/** Draws the next step of a run: mostly valid ones, and of each kind some that must be refused. */
import { associatedToken, bytesOf, type Key, keyFor } from "../support/keys.ts";
import { sol } from "../support/machine.ts";
import type { Random } from "../support/random.ts";
import { anyPrice, factory, tribeOf, vault } from "../support/stage.ts";
import { floor } from "./arithmetic.ts";
import type { CreatorStep } from "./creators.ts";
import { drawOffice } from "./draw-office.ts";
import type { Op } from "./ops.ts";
import { day, type Model, nobody, type TribeState } from "./state.ts";
import { bonusOf } from "./tokens.ts";
import { isPaused } from "./trades.ts";

const flagChoices = [0, 0, 0, 1, 3, 4, 5, 7];
type Kind = Exclude<Op["do"], "done">;
const kinds: readonly Kind[] = [
  ...Array<Kind>(26).fill("buy"),
  ...Array<Kind>(24).fill("sell"),
  ...Array<Kind>(14).fill("swap"),
  ...Array<Kind>(8).fill("convert"),
  ...Array<Kind>(2).fill("open"),
  ...Array<Kind>(6).fill("office"),
  ...Array<Kind>(4).fill("gift"),
  ...Array<Kind>(4).fill("transfer"),
  ...Array<Kind>(3).fill("migrate"),
  ...Array<Kind>(3).fill("collect"),
  ...Array<Kind>(3).fill("poolCollect"),
  ...Array<Kind>(2).fill("changeCreator"),
  ...Array<Kind>(2).fill("poolChangeCreator"),
  ...Array<Kind>(2).fill("burn"),
  ...Array<Kind>(2).fill("alone"),
  "close",
  "wait",
  "create",
];

/** A trader who acts alone for some steps, and ends with as many tokens as before. */
type Alone = { readonly tribe: bigint; readonly trader: Key; left: number; readonly held: bigint };

export class Drawer {
  readonly #random: Random;
  readonly #model: Model;
  #alone: Alone | undefined;
  /** Steps that follow from the last ones: everybody gets an account of a new mint. */
  readonly #queue: Op[] = [];
  #seen = 0;
  readonly #opened = new Set<bigint>();

  constructor(random: Random, model: Model) {
    this.#random = random;
    this.#model = model;
  }

  next(): Op {
    const random = this.#random;
    this.#welcome();
    const queued = this.#queue.shift();
    if (queued !== undefined) return queued;
    if (this.#model.tribes.slice(-20).filter(isOpen).length < 4) return this.#create();
    if (this.#alone !== undefined) return this.#goOn(this.#alone);
    // a long pause would make most steps fail
    if (isPaused(this.#model) && random.once(12))
      return { do: "office", step: { act: "unpause", who: this.#model.factory.superAdmin } };
    if (this.#model.time < this.#model.factory.sellsStoppedUntil && random.once(25))
      return { do: "wait", seconds: 2n * day };
    const kind = random.pick(kinds);
    const tribe = this.#tribe();
    const { id } = tribe;
    const trader = random.pick(this.#model.actors);
    switch (kind) {
      case "create":
        return random.once(2) ? this.#create() : this.#buy(tribe, trader);
      case "buy":
        return this.#buy(tribe, trader);
      case "sell":
        return (this.#model.held(trader, tribe.mint) ?? 0n) > 0n || random.once(9)
          ? this.#sell(tribe, trader)
          : this.#buy(tribe, trader);
      case "swap":
        return this.#swap(this.#migrated(), trader);
      case "collect":
      case "poolCollect": {
        const receiver = random.once(20) ? trader : this.#model.factory.feeReceiver;
        return { do: kind, tribe: kind === "collect" ? id : this.#migrated().id, receiver };
      }
      case "changeCreator":
        return { do: kind, tribe: id, ...this.#heir(tribe, tribe.creator) };
      case "poolChangeCreator": {
        const from = this.#migrated();
        return { do: kind, tribe: from.id, ...this.#heir(from, from.pool?.creator ?? from.creator) };
      }
      case "migrate":
        return {
          do: "migrate",
          tribe: (this.#model.tribes.find(isClosed) ?? tribe).id,
          caller: random.pick(this.#rich()),
        };
      case "convert": {
        const from = this.#migrated();
        return {
          do: "convert",
          tribe: from.id,
          owner: trader,
          tokens: random.magnitude((this.#model.held(trader, from.mint) ?? 0n) + 3n),
        };
      }
      case "office":
        return { do: "office", step: drawOffice(this.#random, this.#model) };
      case "gift": {
        const { newMint, pool, poolVault, conversionVault } = tribe.places;
        const to = random.pick([
          tribe.token,
          tribe.mint,
          factory,
          vault,
          newMint,
          pool,
          poolVault,
          conversionVault,
          trader,
          ...this.#unborn(),
        ]);
        return { do: "gift", from: random.pick(this.#model.actors), to, lamports: random.magnitude(sol) };
      }
      case "burn":
      case "transfer": {
        const fresh = random.once(2);
        const from = fresh ? this.#migrated() : tribe;
        const mint = fresh ? from.places.newMint : from.mint;
        const units = random.magnitude((this.#model.held(trader, mint) ?? 0n) / 8n + 3n);
        if (kind === "burn") return { do: "burn", tribe: from.id, owner: trader, fresh, units };
        const places = fresh ? [from.places.poolVault, from.places.conversionVault] : [];
        const to = random.pick([...places, ...this.#model.actors.map((one) => associatedToken(one, mint))]);
        return { do: "transfer", tribe: from.id, owner: trader, fresh, to, units };
      }
      case "open":
      case "close":
        return { do: kind, tribe: random.once(2) ? id : this.#migrated().id, owner: trader, fresh: random.once(2) };
      case "wait":
        return { do: "wait", seconds: random.magnitude(4n * day) };
      case "alone":
        this.#alone = {
          tribe: id,
          trader,
          left: random.index(12) + 2,
          held: this.#model.held(trader, tribe.mint) ?? 0n,
        };
        return { do: "alone", tribe: id, trader };
    }
  }

  #welcome(): void {
    const { tribes, actors } = this.#model;
    const openAll = (tribe: bigint, fresh: boolean) => {
      for (const owner of actors) if (!this.#random.once(9)) this.#queue.push({ do: "open", tribe, owner, fresh });
    };
    for (const tribe of tribes.slice(this.#seen)) openAll(tribe.id, false);
    this.#seen = tribes.length;
    for (const { id, pool } of tribes.slice(-30)) {
      if (pool === undefined || this.#opened.has(id)) continue;
      this.#opened.add(id);
      openAll(id, true);
    }
  }

  #goOn(alone: Alone): Op {
    const { tribe: id, trader } = alone;
    const tribe = this.#model.tribes.find((one) => one.id === id);
    alone.left -= 1;
    if (tribe === undefined || alone.left < 0) {
      this.#alone = undefined;
      return { do: "done", tribe: id, trader };
    }
    const extra = (this.#model.held(trader, tribe.mint) ?? 0n) - alone.held;
    if (alone.left === 0) {
      const tokens = extra > 0n ? extra : 0n;
      return {
        do: "sell",
        tribe: id,
        trader,
        signer: undefined,
        flags: 0,
        referrer: undefined,
        tokens,
        minLamports: 0n,
      };
    }
    if (extra <= 0n || this.#random.once(2)) return this.#buy(tribe, trader);
    const tokens = this.#random.magnitude(extra + 1n);
    return { ...this.#sell(tribe, trader), tokens };
  }

  /** Prefers late tokens, so that runs continue with open curves. */
  #tribe(): TribeState {
    const { tribes } = this.#model;
    const open = tribes.slice(-20).filter(isOpen);
    return open.length === 0 || this.#random.once(9) ? this.#random.pick(tribes) : this.#random.pick(open);
  }

  /** The new creator: an actor, about half of whom have addresses without a key, or one that must be refused. */
  #heir({ token, mint, places }: TribeState, present: Key): CreatorStep {
    const random = this.#random;
    const strange = [present, nobody, vault, factory, token, mint, places.pool, keyFor("poor", random.index(50))];
    return {
      creator: random.once(12) ? random.pick(this.#model.actors) : present,
      newCreator: random.once(6) ? random.pick(strange) : random.pick(this.#model.actors),
      signs: { creator: !random.once(15), newCreator: !random.once(15) },
    };
  }

  /** Addresses of a token that may be created later. */
  #unborn(): readonly Key[] {
    const { token, mint } = tribeOf(idAt(this.#random.index(differentIds)), nobody);
    return [token, mint];
  }

  /** Actors who can pay any rent. */
  #rich(): readonly Key[] {
    return this.#model.actors.slice(0, -1);
  }

  /** A migrated token, if there is one. */
  #migrated(): TribeState {
    const migrated = this.#model.tribes.filter((one) => one.pool !== undefined).slice(-6);
    return migrated.length === 0 ? this.#tribe() : this.#random.pick(migrated);
  }

  #signer(): Key {
    return this.#random.once(40) ? this.#random.pick(this.#model.actors) : this.#model.factory.admin;
  }

  #claims(tribe: TribeState, trader: Key): { flags: number; referrer: Key | undefined } {
    const random = this.#random;
    const flags = random.once(60) ? random.index(256) : random.pick(flagChoices);
    const strange = [trader, tribe.token, vault, keyFor("poor", random.index(50))];
    const others = this.#model.actors.filter((one) => one !== trader);
    const referrer = random.once(8) ? random.pick(strange) : random.pick(others);
    const given = random.once(60) ? random.once(2) : (flags & 1) !== 0;
    return { flags, referrer: given ? referrer : undefined };
  }

  #create(): Op {
    const random = this.#random;
    const creator = random.pick(this.#rich());
    const id = idAt(random.index(differentIds));
    const length = (max: number) => (random.once(40) ? random.pick([0, max + 1]) : 1 + random.index(max));
    const texts = { name: "n".repeat(length(32)), symbol: "s".repeat(length(10)), uri: "u".repeat(length(64)) };
    const order = { tokens: random.once(3) ? 0n : random.magnitude(10n ** 13n), maxLamports: 20n * sol, minTokens: 0n };
    const flags = random.pick(flagChoices);
    const inviter =
      (flags & 1) === 0
        ? undefined
        : random.pick(this.#model.actors.filter((one) => one !== creator || random.once(9)));
    const referralBonus = bonusOf(this.#model, flags) + (random.once(25) ? 1n : 0n);
    const bondingCurveCoeff = random.once(25) ? 100_000_000n : this.#model.factory.bondingCurveCoeff;
    const seen = { bondingCurveCoeff, referralBonus };
    return { do: "create", creator, signer: this.#signer(), id, inviter, flags, order, texts, seen };
  }

  #buy(tribe: TribeState, trader: Key): Op {
    const random = this.#random;
    const room = tribe.state.xMax - tribe.state.x;
    const large = random.once(15) ? random.pick([room / 2n, room, room + random.magnitude(9n), anyPrice]) : room / 40n;
    const tokens = random.once(4) ? large : random.magnitude(room / 10n + 10n);
    const maxLamports = random.pick([random.magnitude(90n * sol), random.magnitude(sol), anyPrice]);
    const minTokens = random.pick([0n, 0n, 0n, tokens, random.magnitude(10n ** 12n)]);
    const order = { tokens, maxLamports, minTokens };
    return { do: "buy", tribe: tribe.id, trader, signer: this.#signer(), order, ...this.#claims(tribe, trader) };
  }

  #sell(tribe: TribeState, trader: Key): Op & { do: "sell" } {
    const random = this.#random;
    const held = this.#model.held(trader, tribe.mint) ?? 0n;
    const tokens = random.once(6) ? random.pick([held, held + 1n, tribe.state.x - floor]) : random.magnitude(held + 2n);
    const minLamports = random.once(5) ? random.magnitude(sol) : 0n;
    if (random.once(3))
      return {
        do: "sell",
        tribe: tribe.id,
        trader,
        signer: undefined,
        flags: random.once(30) ? 4 : 0,
        referrer: undefined,
        tokens,
        minLamports,
      };
    return {
      do: "sell",
      tribe: tribe.id,
      trader,
      signer: this.#signer(),
      tokens,
      minLamports,
      ...this.#claims(tribe, trader),
    };
  }

  #swap(tribe: TribeState, trader: Key): Op {
    const random = this.#random;
    const held = this.#model.held(trader, tribe.places.newMint) ?? 0n;
    const side = held === 0n && !random.once(9) ? "buy" : random.pick(["buy", "sell"] as const);
    const amount = side === "buy" ? random.magnitude(random.pick([sol, 200n * sol])) : random.magnitude(held + 3n);
    return {
      do: "swap",
      tribe: tribe.id,
      trader,
      side,
      amount,
      min: random.once(5) ? random.magnitude(side === "buy" ? 10n ** 12n : 10n * sol) : 0n,
    };
  }
}

/** Few ids, so that their addresses are derived once for all runs, and some ids are used twice. */
const differentIds = 400;
const idAt = (index: number): bigint => bytesOf(keyFor("id", index)).readBigUInt64LE(0);

const isOpen = ({ state }: TribeState): boolean => state.x < state.xMax;
const isClosed = ({ state }: TribeState): boolean => state.x === state.xMax && !state.migrated;
