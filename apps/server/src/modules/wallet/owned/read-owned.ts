import { type Base58EncodedBytes, getAddressDecoder, getBase64Encoder } from "@solana/kit";
import { creatorOffset, fromChainAddress, toChainAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import type { Address, Mint } from "@tribe/contract";
import type { Chain } from "../../../engines/chain/port.ts";

/** What a wallet has, as one node reports it at one moment. */
export interface Owned {
  readonly lamports: bigint;
  readonly accounts: readonly TokenHolding[];
  /** Whether it is the creator of a Tribe. */
  readonly hasTribe: boolean;
}

/** One account of either token program. */
export interface TokenHolding {
  readonly mint: Mint;
  /** Of the account itself: its rent, and the whole amount where it holds wrapped SOL. */
  readonly lamports: bigint;
  /** Base units of the mint. */
  readonly units: bigint;
}

const timeoutMs = 10_000;
/** A node whose newest block is older than this lags: what arrived since then is not in its answers. */
const maxLagMs = 300_000;

/** Offsets in a token account, which both token programs share. */
const at = { mint: 0, amount: 64, end: 72 } as const;

/**
 * Reads what a wallet has. @param now ms since 1970
 * @throws Error when the node is silent, lags, or gives an account that is no token account: nothing is known then
 */
export const readOwned = async (
  { rpc }: Pick<Chain, "rpc">,
  program: Address,
  wallet: Address,
  now: number,
): Promise<Owned> => {
  const owner = toChainAddress(wallet);
  const within = { abortSignal: AbortSignal.timeout(timeoutMs) };
  const [balance, tribes, ...byProgram] = await Promise.all([
    rpc.getBalance(owner, { commitment: "confirmed" }).send(within),
    rpc
      .getProgramAccounts(toChainAddress(program), {
        commitment: "confirmed",
        encoding: "base64",
        withContext: true,
        dataSlice: { offset: 0, length: 0 },
        filters: [
          // An address is base58, the encoding that the filter takes.
          {
            memcmp: {
              offset: BigInt(creatorOffset),
              bytes: wallet as string as Base58EncodedBytes,
              encoding: "base58",
            },
          },
        ],
      })
      .send(within),
    ...(["token", "token2022"] as const).map((each) =>
      rpc
        .getTokenAccountsByOwner(
          owner,
          { programId: tokenProgramAddress(each) },
          { commitment: "confirmed", encoding: "base64" },
        )
        .send(within),
    ),
  ]);
  const oldest = Math.min(...[balance, tribes, ...byProgram].map(({ context }) => Number(context.slot)));
  const blockTime = await rpc.getBlockTime(BigInt(oldest)).send(within);
  if (Number(blockTime) * 1_000 < now - maxLagMs) throw new Error("the node lags");
  return {
    lamports: balance.value,
    hasTribe: tribes.value.length > 0,
    accounts: byProgram.flatMap(({ value }) =>
      value.map(({ account }) => {
        const data = new Uint8Array(getBase64Encoder().encode(account.data[0]));
        if (data.length < at.end) throw new Error("the node gave an account that is no token account");
        return {
          mint: fromChainAddress(getAddressDecoder().decode(data, at.mint)),
          lamports: account.lamports,
          units: new DataView(data.buffer).getBigUint64(at.amount, true),
        };
      }),
    ),
  };
};
