import { TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { fromChainAddress } from "../accounts/addresses.ts";
import { type CloseAccountsDescription, Refused } from "../clear-signing/description.ts";
import type { ParsedInstruction } from "../clear-signing/parsed-message.ts";
import { checkSigners, type Described, type Read, sharedByWallet, spendOfWallet } from "../clear-signing/reading.ts";
import { buildCloseAccountsMessage, type ClosedAccount } from "../messages/close-account.ts";

const token2022 = fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS);

/**
 * Describes a message that closes token accounts. Each names the wallet as its authority and as the recipient of its deposit;
 * that it is empty is checked by the token program, which closes no other. (Wrapped SOL is the exception: its SOL goes to the
 * wallet, too.) @throws Refused
 */
export const describeCloseAccounts = async (read: Read): Promise<Described<CloseAccountsDescription>> => {
  checkSigners(read, read.context.wallet, null);
  const { trade, moreOfTrade } = read.sorted;
  const accounts = [trade.instruction, ...moreOfTrade].map((instruction) => closedBy(instruction, read));
  if (new Set(accounts.map(({ account }) => account)).size !== accounts.length) throw new Refused("several_trades");
  const { frame, spend } = spendOfWallet(read, 0n, false);
  return {
    description: { kind: "closeAccounts", ...sharedByWallet(read), accounts, spend },
    rebuilt: buildCloseAccountsMessage({ ...frame, accounts }),
  };
};

const closedBy = ({ program, accounts }: ParsedInstruction, { context }: Read): ClosedAccount => {
  const [account, destination, authority] = accounts;
  if (account === undefined || accounts.length !== 3) throw new Refused("invalid_data");
  if (destination !== context.wallet || authority !== context.wallet || account === context.wallet)
    throw new Refused("wrong_account");
  return { account, program: program === token2022 ? "token2022" : "token" };
};
