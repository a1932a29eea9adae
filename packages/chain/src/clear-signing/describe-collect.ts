import type { Address } from "@tribe/contract";
import { factoryAddress, poolProgramAddress } from "../accounts/addresses.ts";
import { getCollectInstructionDataDecoder } from "../generated/index.ts";
import { getCollectInstructionDataDecoder as getPoolCollectInstructionDataDecoder } from "../generated/pool/index.ts";
import { buildPoolCollectMessage } from "../messages/lifecycle-messages.ts";
import { buildCollectMessage } from "../messages/operations.ts";
import { checkAccounts, placesOf } from "./describe-lifecycle.ts";
import type { CollectDescription } from "./description.ts";
import {
  accountsOf,
  checkSigners,
  type Described,
  decodeExactly,
  type Read,
  recipientsOf,
  sharedByWallet,
  spendOfWallet,
} from "./reading.ts";

/**
 * Describes the payout of a curve's accrued fees. The recipients are in the chain's accounts and cannot be derived from the
 * token's id: both are shown, and the program refuses any others. @throws Refused
 */
export const describeCollect = async (read: Read): Promise<Described<CollectDescription>> => {
  const { program } = read.context;
  const data = read.sorted.trade.instruction.data;
  decodeExactly(getCollectInstructionDataDecoder(), data);
  const { tokenId, mint, state } = await placesOf(read, 5);
  const { creator, feeReceiver } = await payeesOf(read, state, program);
  const { frame, ...described } = describePayout(read, creator, feeReceiver);
  return {
    description: { ...described, tokenId, mint, source: "curve" },
    rebuilt: await buildCollectMessage({ ...frame, tokenId, creator, feeReceiver }),
  };
};

/** Describes the payout of a pool's accrued fees. @throws Refused */
export const describePoolCollect = async (read: Read): Promise<Described<CollectDescription>> => {
  const data = read.sorted.trade.instruction.data;
  decodeExactly(getPoolCollectInstructionDataDecoder(), data);
  const { tokenId, mint, pool } = await placesOf(read, 5);
  const { creator, feeReceiver } = await payeesOf(read, pool, poolProgramAddress);
  const { frame, ...described } = describePayout(read, creator, feeReceiver);
  return {
    description: { ...described, tokenId, mint, source: "pool" },
    rebuilt: await buildPoolCollectMessage({ ...frame, tokenId, creator, feeReceiver }),
  };
};

const payeesOf = async (read: Read, payer: Address, program: Address) => {
  checkSigners(read, read.context.wallet, null);
  const account = accountsOf(read, 6);
  const [creator, feeReceiver] = [account(2), account(3)];
  checkAccounts(read, [payer, await factoryAddress(read.context.program), creator, feeReceiver, program]);
  return { creator, feeReceiver };
};

const describePayout = (read: Read, creator: Address, feeReceiver: Address) => ({
  kind: "collect" as const,
  ...sharedByWallet(read),
  recipients: [...recipientsOf("creator", creator), ...recipientsOf("platform", feeReceiver)],
  ...spendOfWallet(read, 0n, false),
});
