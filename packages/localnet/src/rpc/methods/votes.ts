import { STAKE_PROGRAM, VOTE_PROGRAM } from "../../chain/accounts/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { type JsonInteger, jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { readStakeAccount } from "../../parsed/accounts/stake.ts";
import { readVoteState } from "../../parsed/accounts/vote.ts";
import { UnparsableError } from "../../parsed/field-reader.ts";
import type { Method } from "../dispatch.ts";

// A vote is rooted when 31 more stand on it, and earns the most credits when it comes in the next slot.
const MAX_LOCKOUTS = 31;
const CREDITS_FOR_A_SLOT = 16n;
const SHOWN_EPOCHS = 5;
const DELINQUENT_AFTER = 128;
const NEVER = 2n ** 64n - 1n;

interface VoteAccount {
  readonly votePubkey: string;
  readonly nodePubkey: string;
  readonly activatedStake: JsonInteger;
  readonly commission: number;
  readonly rootSlot: JsonInteger;
  readonly epochCredits: readonly (readonly [JsonInteger, JsonInteger, JsonInteger])[];
  readonly epochVoteAccount: boolean;
  readonly lastVote: JsonInteger;
}

/**
 * Votes and stake, as in a cluster of one node that votes for every slot in the next one. No such transactions are executed:
 * the node's own votes are derived from the slot. Other vote accounts (from files) have their own.
 */
export function voteMethods(chain: Chain): Record<string, Method> {
  return {
    getVoteAccounts: (params) => {
      const config = params.between(0, 1).config(0, "struct RpcGetVoteAccountsConfig");
      const only = config.key("votePubkey");
      const distance = config.u64("delinquentSlotDistance") ?? DELINQUENT_AFTER;
      const keepsUnstaked = config.flag("keepUnstakedDelinquents") ?? false;
      const slot = chain.slotAt(config.commitment());
      const found = voteAccountsAt(chain, slot, only);
      const isCurrent = ({ lastVote }: VoteAccount) => Number(lastVote) > Math.max(0, slot - distance);
      const delinquent = found.filter((account) => !isCurrent(account));
      return {
        current: found.filter(isCurrent),
        delinquent: keepsUnstaked ? delinquent : delinquent.filter(({ activatedStake }) => activatedStake !== 0),
      };
    },

    getBlockCommitment: (params) => {
      const block = params.exactly(1).u64(0);
      const stakes = stakesAt(chain, chain.slot);
      const own = stakes.get(chain.validator.vote) ?? 0n;
      const totalStake = [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
      const confirmations = chain.slot - block;
      const isVotedFor = confirmations >= 1 && confirmations <= MAX_LOCKOUTS + 1;
      const commitment = Array.from({ length: MAX_LOCKOUTS + 1 }, (_, index) =>
        index + 1 === confirmations ? jsonInteger(own) : 0,
      );
      return { commitment: isVotedFor ? commitment : null, totalStake: jsonInteger(totalStake) };
    },
  };
}

function voteAccountsAt(chain: Chain, slot: number, only: Key | undefined): VoteAccount[] {
  const stakes = stakesAt(chain, slot);
  const found: VoteAccount[] = [];
  for (const [key, { data }] of chain.accounts.ownedAt(VOTE_PROGRAM, slot)) {
    const state = only === undefined || only === key ? readState(data, key) : undefined;
    if (state === undefined) continue;
    const own = key === chain.validator.vote;
    const credits = state.epochCredits.map(({ epoch, credits, previousCredits }) => {
      return [epoch, jsonInteger(BigInt(credits)), jsonInteger(BigInt(previousCredits))] as const;
    });
    const stake = stakes.get(key) ?? 0n;
    found.push({
      votePubkey: base58Of(key),
      nodePubkey: state.nodePubkey,
      activatedStake: jsonInteger(stake),
      commission: state.commission,
      rootSlot: own ? rootAt(slot) : (state.rootSlot ?? 0),
      epochCredits: own ? creditsAt(chain, slot) : credits.slice(-SHOWN_EPOCHS),
      epochVoteAccount: stake > 0n,
      lastVote: own ? Math.max(0, slot - 1) : (state.votes.at(-1)?.slot ?? 0),
    });
  }
  return found;
}

function readState(data: Buffer, key: Key) {
  try {
    return readVoteState(data, key);
  } catch (error) {
    if (error instanceof UnparsableError) return undefined;
    throw error;
  }
}

/** Effective stake of each vote account in lamports: delegated in an earlier epoch, and not withdrawn since. */
function stakesAt(chain: Chain, slot: number): Map<Key, bigint> {
  const epoch = BigInt(Math.floor(slot / chain.clock.slotsPerEpoch));
  const stakes = new Map<Key, bigint>();
  for (const [, { data }] of chain.accounts.ownedAt(STAKE_PROGRAM, slot)) {
    const delegation = readStakeAccount(data)?.delegation;
    if (delegation === undefined) continue;
    const { voter, stake, activationEpoch, deactivationEpoch } = delegation;
    const isActive = (activationEpoch === NEVER || activationEpoch < epoch) && deactivationEpoch >= epoch;
    if (isActive) stakes.set(voter, (stakes.get(voter) ?? 0n) + stake);
  }
  return stakes;
}

function rootAt(slot: number): number {
  return Math.max(0, slot - MAX_LOCKOUTS - 1);
}

/** Epoch, credits at its end (or now), and at its beginning, of the last epochs. */
function creditsAt(chain: Chain, slot: number): (readonly [number, JsonInteger, JsonInteger])[] {
  const { slotsPerEpoch } = chain.clock;
  const now = Math.floor(slot / slotsPerEpoch);
  const creditsBy = (end: number) => BigInt(rootAt(end)) * CREDITS_FOR_A_SLOT;
  const shown: (readonly [number, JsonInteger, JsonInteger])[] = [];
  for (let epoch = Math.max(0, now - SHOWN_EPOCHS + 1); epoch <= now; epoch++) {
    const first = epoch * slotsPerEpoch;
    const credits = creditsBy(Math.min(slot, first + slotsPerEpoch - 1));
    if (credits > 0n) shown.push([epoch, jsonInteger(credits), jsonInteger(creditsBy(first - 1))]);
  }
  return shown;
}
