import { getStructEncoder, getU8Encoder, getU16Encoder, getU32Encoder, getU64Encoder } from "@solana/kit";
import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address, TokenId } from "@tribe/contract";
import { associatedTokenAddress, fromChainAddress, migrationAddresses } from "../accounts/addresses.ts";
import { addressOf, program } from "../testing.ts";
import {
  jupiterAuthority,
  jupiterEventAuthority,
  jupiterProgramAddress,
  type RouteHead,
  sharedRouteDiscriminator,
  wrappedSolMint,
} from "./route.ts";
import { wrappedSolAccount } from "./route-message.ts";

/** A route's data in the IDL's layout: head, then one step through an exchange without parameters. */
export const routeData = (head: RouteHead): Uint8Array =>
  Uint8Array.from([
    ...sharedRouteDiscriminator,
    ...getStructEncoder([
      ["id", getU8Encoder()],
      ["input", getU64Encoder()],
      ["quotedOutput", getU64Encoder()],
      ["slippageBps", getU16Encoder()],
      ["platformFeeBps", getU16Encoder()],
      ["positiveSlippageBps", getU16Encoder()],
    ]).encode(head),
    ...getU32Encoder().encode(1),
    7,
    ...getU16Encoder().encode(10_000),
    0,
    1,
  ]);

/** The accounts of one exchange on the way: its program, its pool, its two vaults. */
export const exchangeAccounts: readonly Address[] = [addressOf(70), addressOf(71), addressOf(72), addressOf(73)];

/** The one route instruction that we accept, for one of our tokens, written by hand from the public IDL. */
export const sharedRoute = async (
  route: { readonly wallet: Address; readonly tokenId: TokenId; readonly direction: "buy" | "sell" },
  head: Partial<RouteHead> = {},
) => {
  const { newMint } = await migrationAddresses(route.tokenId, program);
  const sol = {
    mint: wrappedSolMint,
    account: await wrappedSolAccount(route.wallet),
    program: fromChainAddress(TOKEN_PROGRAM_ADDRESS),
  };
  const token = {
    mint: newMint,
    account: await associatedTokenAddress(route.wallet, newMint),
    program: fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS),
  };
  const [from, to] = route.direction === "buy" ? [sol, token] : [token, sol];
  const id = head.id ?? 3;
  const accounts: readonly (readonly [Address, boolean])[] = [
    [await jupiterAuthority(id), false],
    [route.wallet, false],
    [from.account, true],
    [addressOf(60), true],
    [addressOf(61), true],
    [to.account, true],
    [from.mint, false],
    [to.mint, false],
    [from.program, false],
    [to.program, false],
    [await jupiterEventAuthority(), false],
    [jupiterProgramAddress, false],
    ...exchangeAccounts.map((address, index) => [address, index > 0] as const),
  ];
  return {
    accounts: accounts.map(([address, isWritable]) => ({ address, isWritable })),
    data: routeData({
      id,
      input: 1_000_000_000n,
      quotedOutput: 24_000_000_000n,
      slippageBps: 500,
      platformFeeBps: 0,
      positiveSlippageBps: 0,
      ...head,
    }),
  };
};
