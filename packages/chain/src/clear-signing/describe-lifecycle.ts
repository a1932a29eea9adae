import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { type Address, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { newTokenUnits } from "@tribe/domain/pool";
import {
  associatedTokenAddress,
  fromChainAddress,
  type MigrationAddresses,
  migrationAddresses,
  poolProgramAddress,
} from "../accounts/addresses.ts";
import { readTokenWitness } from "../accounts/token-witness.ts";
import { getConvertInstructionDataDecoder } from "../generated/index.ts";
import { getBuyInstructionDataDecoder, getSellInstructionDataDecoder } from "../generated/pool/index.ts";
import { buildConvertMessage, buildSwapBuyMessage, buildSwapSellMessage } from "../messages/lifecycle-messages.ts";
import { tradeAddresses } from "../messages/messages.ts";
import { type ConvertDescription, Refused, type SwapBuyDescription, type SwapSellDescription } from "./description.ts";
import {
  accountsOf,
  checkClosedAccount,
  checkMadeAccount,
  checkSigners,
  type Described,
  decodeExactly,
  type Read,
  sharedByWallet,
  spendOfWallet,
} from "./reading.ts";

const token2022 = fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS);
const systemProgram = fromChainAddress(SYSTEM_PROGRAM_ADDRESS);

/** All addresses derived from the id of the token in an instruction. */
export interface Places extends MigrationAddresses {
  readonly tokenId: TokenId;
  readonly state: Address;
  readonly mint: Address;
}

/** The token's id after an instruction's own `count` accounts, and the addresses derived from it. @throws Refused */
export const placesOf = async (read: Read, count: number): Promise<Places> => {
  const tokenId = readTokenWitness(accountsOf(read, count + 1)(count));
  if (tokenId === null) throw new Refused("invalid_data");
  const { program } = read.context;
  return { tokenId, ...(await tradeAddresses(tokenId, program)), ...(await migrationAddresses(tokenId, program)) };
};

/**
 * Checks that the instruction's accounts are exactly these, in order; `own` are the indexes of the wallet's token accounts.
 * @throws Refused
 */
export const checkAccounts = (read: Read, expected: readonly Address[], own: readonly number[] = []): void => {
  const account = accountsOf(read, expected.length + 1);
  for (const index of own) if (account(index) !== expected[index]) throw new Refused("foreign_token_account");
  if (expected.some((address, index) => account(index) !== address)) throw new Refused("wrong_account");
};

/** Describes the conversion of old tokens to new ones. The migration fixed the rate, not the message. @throws Refused */
export const describeConvert = async (read: Read): Promise<Described<ConvertDescription>> => {
  const { wallet, program } = read.context;
  const { tokenId, state, mint, newMint, conversionVault } = await placesOf(read, 8);
  const data = decodeExactly(getConvertInstructionDataDecoder(), read.sorted.trade.instruction.data);
  checkSigners(read, accountsOf(read, 9)(0), null);
  const [oldAccount, newAccount] = [
    await associatedTokenAddress(wallet, mint),
    await associatedTokenAddress(wallet, newMint),
  ];
  checkAccounts(read, [wallet, state, mint, oldAccount, conversionVault, newAccount, token2022, program], [3, 5]);
  const makesTokenAccount = checkMadeAccount(read, newAccount);
  const closesAccount = checkClosedAccount(read, oldAccount);
  const tokens = tokenUnits(data.tokens);
  const { frame, spend } = spendOfWallet(read, 0n, makesTokenAccount);
  return {
    description: {
      kind: "convert",
      ...sharedByWallet(read),
      tokenId,
      mint,
      newMint,
      tokens,
      makesTokenAccount,
      closesAccount,
      spend,
    },
    rebuilt: await buildConvertMessage({ ...frame, tokenId, tokens, makesTokenAccount, closesAccount }),
  };
};

/** Describes a buy in the pool. @throws Refused */
export const describeSwapBuy = async (read: Read): Promise<Described<SwapBuyDescription>> => {
  const { wallet } = read.context;
  const { tokenId, mint, newMint, pool, poolVault } = await placesOf(read, 7);
  const data = decodeExactly(getBuyInstructionDataDecoder(), read.sorted.trade.instruction.data);
  checkSigners(read, accountsOf(read, 8)(0), null);
  const tokenAccount = await associatedTokenAddress(wallet, newMint);
  checkAccounts(read, [wallet, pool, poolVault, tokenAccount, token2022, systemProgram, poolProgramAddress], [3]);
  const makesTokenAccount = checkMadeAccount(read, tokenAccount);
  const [paid, minTokens] = [lamports(data.lamports), newTokenUnits(data.minTokens)];
  if (minTokens === 0n) throw new Refused("no_minimum");
  const { frame, spend } = spendOfWallet(read, paid, makesTokenAccount);
  return {
    description: {
      kind: "swapBuy",
      ...sharedByWallet(read),
      tokenId,
      mint,
      newMint,
      lamports: paid,
      minTokens,
      makesTokenAccount,
      spend,
    },
    rebuilt: await buildSwapBuyMessage({ ...frame, tokenId, lamports: paid, minTokens, makesTokenAccount }),
  };
};

/** Describes a sell in the pool. @throws Refused */
export const describeSwapSell = async (read: Read): Promise<Described<SwapSellDescription>> => {
  const { wallet } = read.context;
  const { tokenId, mint, newMint, pool, poolVault } = await placesOf(read, 6);
  const data = decodeExactly(getSellInstructionDataDecoder(), read.sorted.trade.instruction.data);
  checkSigners(read, accountsOf(read, 7)(0), null);
  const tokenAccount = await associatedTokenAddress(wallet, newMint);
  checkAccounts(read, [wallet, pool, poolVault, tokenAccount, token2022, poolProgramAddress], [3]);
  const closesAccount = checkClosedAccount(read, tokenAccount);
  const [tokens, minLamports] = [newTokenUnits(data.tokens), lamports(data.minLamports)];
  if (minLamports === 0n) throw new Refused("no_minimum");
  const { frame, spend } = spendOfWallet(read, 0n, false);
  return {
    description: {
      kind: "swapSell",
      ...sharedByWallet(read),
      tokenId,
      mint,
      newMint,
      tokens,
      minLamports,
      closesAccount,
      spend,
    },
    rebuilt: await buildSwapSellMessage({ ...frame, tokenId, tokens, minLamports, closesAccount }),
  };
};
