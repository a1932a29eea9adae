/** Rebuilds the whole state from events alone. */
import type { Value } from "../support/idl.ts";
import type { Key } from "../support/keys.ts";
import { factory } from "../support/stage.ts";
import { floor } from "./arithmetic.ts";
import { type Model, noWithdrawals, type TribeState, unannounced } from "./state.ts";

type Fields = Record<string, Value>;
const amount = (value: Value | undefined): bigint => (typeof value === "bigint" ? value : 0n);

export class Reader {
  readonly #states = new Map<Key, Fields>();
  readonly #next = new Map<Key, bigint>();
  #created = 0n;

  /** Throws when an event before this one is missing. */
  see(signer: Key, type: string, fields: Fields): void {
    const next = this.#next.get(signer) ?? 0n;
    if (fields.seq !== next) throw new Error(`${type} of ${signer} has seq ${fields.seq}, not ${next}`);
    this.#next.set(signer, next + 1n);
    const before = this.#states.get(signer) ?? {};
    this.#states.set(signer, { ...before, ...this.#changes(before, type, fields) });
  }

  #changes(before: Fields, type: string, fields: Fields): Fields {
    const plus = (name: string, more: bigint) => ({ [name]: amount(before[name]) + more });
    switch (type) {
      case "tokenCreated": {
        this.#created += 1n;
        const { bondingCurveCoeff, xMax, referralBonus, creator } = fields;
        const none = { reserve: 0n, creatorFees: 0n, platformFees: 0n, rate: 0n, migrated: false };
        return { ...none, x: floor, bondingCurveCoeff, xMax, referralBonus, creator } as Fields; // present in every such event
      }
      case "tokenBought":
      case "tokenSold": {
        const sign = type === "tokenBought" ? 1n : -1n;
        if (fields.supplyBeforeTrade !== before.x)
          throw new Error(`${type} at ${fields.supplyBeforeTrade}, not ${before.x}`);
        return {
          ...plus("x", sign * amount(fields.amount)),
          ...plus("reserve", sign * amount(fields.price)),
          ...plus("creatorFees", amount(fields.creatorFee)),
          ...plus("platformFees", amount(fields.platformFee)),
        };
      }
      case "feesCollected":
      case "poolFeesCollected":
        return {
          ...plus("creatorFees", -amount(fields.creatorAmount)),
          ...plus("platformFees", -amount(fields.platformAmount)),
        };
      case "creatorChanged":
      case "poolCreatorChanged": {
        if (fields.previous !== before.creator)
          throw new Error(`${type} from ${fields.previous}, not ${before.creator}`);
        return { creator: fields.current } as Fields; // present in every such event
      }
      case "tokenMigrated":
        return { reserve: 0n, migrated: true, rate: amount(fields.rate) };
      case "poolCreated":
        return {
          creator: fields.creator,
          lamportReserve: amount(fields.lamports),
          tokenReserve: amount(fields.tokens),
          creatorFees: 0n,
          platformFees: 0n,
        } as Fields; // present in every such event
      case "poolBought":
      case "poolSold":
        return {
          lamportReserve: amount(fields.lamportReserve),
          tokenReserve: amount(fields.tokenReserve),
          ...plus("creatorFees", amount(fields.creatorFee)),
          ...plus("platformFees", amount(fields.platformFee)),
        };
      default:
        return officeChanges(before, type, fields);
    }
  }

  /** Where the state differs from the events, as text; undefined when it does not. */
  differsFrom(model: Model): string | undefined {
    const { tokenCount, ...settings } = model.factory;
    if (tokenCount !== this.#created) return `${this.#created} creations, not ${tokenCount}`;
    return (
      this.#unlike(factory, settings) ??
      model.tribes.map((tribe) => this.#tribe(tribe)).find((words) => words !== undefined)
    );
  }

  #tribe({ token, creator, state, places, pool }: TribeState): string | undefined {
    return this.#unlike(token, { creator, ...state }) ?? (pool ? this.#unlike(places.pool, pool) : undefined);
  }

  #unlike(key: Key, state: Fields): string | undefined {
    const seen: Fields = { ...this.#states.get(key), seq: this.#next.get(key) ?? 0n };
    const name = Object.keys(state).find((field) => String(seen[field]) !== String(state[field]));
    return name === undefined ? undefined : `events of ${key} lead to ${name} ${seen[name]}, not ${state[name]}`;
  }
}

function officeChanges(before: Fields, type: string, { seq: _seq, superAdmin, ...fields }: Fields): Fields {
  const zero = "11111111111111111111111111111111";
  switch (type) {
    case "factoryInitialized": {
      const empty = {
        pendingAdmin: zero,
        pendingSuperAdmin: zero,
        guardian: zero,
        guardianPauseEnds: 0n,
        allowance: 0n,
        allowanceHour: 0n,
        withdrawn: noWithdrawals,
        ...unannounced,
      };
      return { ...fields, ...empty, superAdmin: superAdmin ?? zero, sellsStoppedUntil: 0n, paused: false };
    }
    case "factoryPaused":
    case "factoryUnpaused":
      return { paused: type === "factoryPaused" };
    case "adminProposed":
      return { pendingAdmin: fields.proposed ?? zero };
    case "superAdminProposed":
      return { pendingSuperAdmin: fields.proposed ?? zero };
    case "adminAccepted":
      return { admin: fields.current ?? zero, pendingAdmin: zero };
    case "superAdminAccepted":
      return {
        superAdmin: fields.current ?? zero,
        pendingSuperAdmin: zero,
        pendingAdmin: zero,
        guardian: zero,
        ...unannounced,
      };
    case "coefficientUpdated":
      return { bondingCurveCoeff: amount(fields.current) };
    case "feeReceiverSet":
      return { feeReceiver: fields.current ?? zero };
    case "withdrawReceiverSet":
      return { withdrawReceiver: fields.current ?? zero };
    case "guardianSet":
      return { guardian: fields.current ?? zero };
    case "guardianPaused":
      return { guardianPauseEnds: amount(fields.until) };
    case "guardianPauseEnded":
      return { guardianPauseEnds: amount(fields.at) };
    case "sellsStopped":
      return { sellsStoppedUntil: amount(fields.until) };
    case "withdrawn":
      return withdrawal(before, fields);
    case "feesAnnounced":
      return announcement(fields);
    case "feesUpdated":
      return { ...fields, ...unannounced };
    case "bonusesUpdated":
    case "allowanceGranted":
      return fields;
    default:
      return {};
  }
}

/** The slots of the hours since the last withdrawal are zero, and the current hour's has grown. */
function withdrawal(before: Fields, fields: Fields): Fields {
  const [last, hour] = [amount(before.allowanceHour), amount(fields.hour)];
  const slots = Array.isArray(before.withdrawn) ? before.withdrawn.map(amount) : noWithdrawals;
  const withdrawn = slots.map((slot, index) => {
    // how many hours ago this slot's hour was
    const ago = (((hour - BigInt(index)) % 25n) + 25n) % 25n;
    return (hour - ago > last ? 0n : slot) + (ago === 0n ? amount(fields.lamports) : 0n);
  });
  return { allowanceHour: hour, withdrawn };
}

const announcement = ({ from, ...fees }: Fields): Fields => ({
  announcedFeesFrom: amount(from),
  ...Object.fromEntries(
    Object.entries(fees).map(([name, value]) => [`announced${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
  ),
});
