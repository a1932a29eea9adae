import { Keypair, type PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { createChain } from "../src/index.ts";
import { A, a, B, b, c, packed } from "./parsed/support.ts";
import { field } from "./support.ts";

const STAKE_PROGRAM = "Stake11111111111111111111111111111111111111";
const NEVER = 2n ** 64n - 1n;
const now = 1_700_000_000;
const stake = (lockup: readonly [time: bigint, epoch: bigint]) =>
  packed([1, 4], 2_282_880n, b, c, ...lockup, c, Buffer.alloc(76));
const final = { commitment: "processed" };

describe("a cluster of one node", () => {
  it("is led by its identity, which votes for every slot with all the stake", async () => {
    const chain = createChain({ startTimeSeconds: now });
    for (let i = 0; i < 100; i++) chain.tick();
    const identity = String(field(chain.request("getIdentity"), "identity"));
    expect(chain.request("getSlotLeader")).toBe(identity);
    expect(chain.request("getSlotLeaders", 5, 3)).toEqual([identity, identity, identity]);
    expect(Object.keys(chain.request("getLeaderSchedule") ?? {})).toEqual([identity]);
    expect(chain.request("getClusterNodes")).toMatchObject([{ pubkey: identity, shredVersion: expect.any(Number) }]);
    expect(field(chain.request("getBalance", identity, final), "value")).toBe(500_000_000_000);

    const slot = Number(chain.request("getSlot", final));
    const votes = chain.request("getVoteAccounts", final);
    expect(votes).toEqual({
      current: [
        {
          votePubkey: expect.any(String),
          nodePubkey: identity,
          activatedStake: 999_999_997_717_120,
          commission: 0,
          epochVoteAccount: true,
          epochCredits: [[0, 16 * (slot - 32), 0]],
          lastVote: slot - 1,
          rootSlot: slot - 32,
        },
      ],
      delinquent: [],
    });
    const vote = String(field(votes, "current", 0, "votePubkey"));
    expect(chain.request("getVoteAccounts", { ...final, votePubkey: vote })).toEqual(votes);
    expect(chain.request("getVoteAccounts", { votePubkey: identity })).toEqual({ current: [], delinquent: [] });
    const shown = chain.request("getAccountInfo", vote, { ...final, encoding: "jsonParsed" });
    expect(field(shown, "value", "data", "parsed", "info")).toMatchObject({
      nodePubkey: identity,
      authorizedVoters: [{ epoch: 0, authorizedVoter: vote }],
    });
    await chain.close();
  });

  it("reports the stake that has confirmed a block, until it is rooted", async () => {
    const chain = createChain({ startTimeSeconds: now });
    for (let i = 0; i < 60; i++) chain.tick();
    const slot = Number(chain.request("getSlot", final));
    const totalStake = 999_999_997_717_120;
    const at = (block: number) => chain.request("getBlockCommitment", block);
    const confirmed = (times: number) => Array.from({ length: 32 }, (_, i) => (i === times - 1 ? totalStake : 0));
    expect(at(slot)).toEqual({ commitment: null, totalStake });
    expect(at(slot - 1)).toEqual({ commitment: confirmed(1), totalStake });
    expect(at(slot - 32)).toEqual({ commitment: confirmed(32), totalStake });
    expect(at(slot - 33)).toEqual({ commitment: null, totalStake });
    await chain.close();
  });

  it("reports locked lamports as non-circulating, and the total supply", async () => {
    const planted = (address: PublicKey, lockup: readonly [bigint, bigint], lamports: bigint) => ({
      address: address.toBase58(),
      owner: STAKE_PROGRAM,
      lamports,
      data: stake(lockup),
    });
    const chain = createChain({
      startTimeSeconds: now,
      accounts: [
        planted(a, [BigInt(now + 3600), 0n], 3_000_000_000_000_000n),
        planted(b, [0n, 1n], 2_000_000_000_000_000n),
        planted(c, [BigInt(now - 3600), 0n], 1_000_000_000_000_000n),
      ],
    });
    const supply = () => field(chain.request("getSupply", final), "value");
    expect(supply()).toMatchObject({ nonCirculating: 5_000_000_000_000_000, nonCirculatingAccounts: [A, B] });
    const { total, circulating } = supply() as { total: number; circulating: number }; // by the method's contract
    expect(total - circulating).toBe(5_000_000_000_000_000);
    // Sysvars and programs count: SlotHistory alone keeps 0.9 SOL.
    const planned = 500_000_000n + 500n + 2_000_000n + 6_000_000n;
    expect(total).toBeGreaterThan(Number(planned * 1_000_000_000n));
    const without = chain.request("getSupply", { ...final, excludeNonCirculatingAccountsList: true });
    expect(field(without, "value", "nonCirculatingAccounts")).toEqual([]);
    const largest = (filter?: string) => {
      const found = field(chain.request("getLargestAccounts", { ...final, filter }), "value");
      return (found as { address: string }[]).map(({ address }) => address); // by the method's contract
    };
    expect(largest("nonCirculating")).toEqual([A, B]);
    expect(largest("circulating")).not.toContain(A);
    expect(largest("circulating")).toContain(c.toBase58());
    expect(largest().slice(0, 3)).toContain(A);
    chain.warp({ seconds: 7200 });
    expect(supply()).toMatchObject({ nonCirculatingAccounts: [B] });
    await chain.close();
  });

  it("reports a validator that stopped voting, and its effective stake", async () => {
    const voteKey = Keypair.generate().publicKey;
    const node = packed([3, 4], b, c, voteKey, b, [500, 2], [0, 2], 0n, [0, 1]);
    const data = packed(node, 1n, [1, 1], 7n, [1, 4], [1, 1], 6n, 0n, 1n, 0n, 9n, 4n, 0n, 0n);
    const delegated = (activation: bigint, deactivation: bigint, lamports: bigint) =>
      packed(...[[2, 4] as const, 0n, b, c, 0n, 0n, c, voteKey, lamports, activation, deactivation], Buffer.alloc(24));
    const [first, second, third] = [a, b, c].map((key) => key.toBase58());
    const planted = (address: string | undefined, state: Buffer) => ({
      address: String(address),
      owner: STAKE_PROGRAM,
      lamports: 5_000_000_000n,
      data: state,
    });
    const chain = createChain({
      accounts: [
        {
          address: voteKey.toBase58(),
          owner: "Vote111111111111111111111111111111111111111",
          lamports: 30_000_000n,
          data,
        },
        planted(first, delegated(NEVER, NEVER, 40n)),
        planted(second, delegated(0n, NEVER, 2n)), // counts from epoch 1 on
        planted(third, delegated(NEVER, 0n, 100n)), // until the end of epoch 0
      ],
    });
    const delinquent = () => field(chain.request("getVoteAccounts", final), "delinquent");
    for (let i = 0; i < 5; i++) chain.tick();
    expect(delinquent()).toEqual([]); // it voted for a slot that is not 128 behind
    for (let i = 0; i < 200; i++) chain.tick();
    expect(delinquent()).toEqual([
      {
        votePubkey: voteKey.toBase58(),
        nodePubkey: B,
        activatedStake: 140,
        commission: 5,
        rootSlot: 6,
        lastVote: 7,
        epochVoteAccount: true,
        epochCredits: [[0, 9, 4]],
      },
    ]);
    chain.warp({ slots: 432_000 });
    expect(field(delinquent(), 0, "activatedStake")).toBe(42);
    await chain.close();
  });
});
