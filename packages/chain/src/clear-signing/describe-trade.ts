import { lamports, tokenUnits } from "@tribe/contract";
import { associatedTokenAddress } from "../accounts/addresses.ts";
import { getBuyInstructionDataDecoder, getSellInstructionDataDecoder } from "../generated/index.ts";
import { buildBuyMessage, buildSellMessage } from "../messages/messages.ts";
import { rentOfBuy, spendOf } from "../transactions/spend.ts";
import { type BuyDescription, Refused, type SellDescription } from "./description.ts";
import {
  accountsOf,
  checkClosedAccount,
  checkMadeAccount,
  checkSigners,
  type Described,
  decodeExactly,
  frameOf,
  type Read,
  readFlags,
  recipientsOf,
  shared,
} from "./reading.ts";

/** Describes a buy on the curve. @throws Refused */
export const describeBuy = async (read: Read): Promise<Described<BuyDescription>> => {
  const { context, sorted } = read;
  const account = accountsOf(read, 10);
  const data = decodeExactly(getBuyInstructionDataDecoder(), sorted.trade.instruction.data);
  checkSigners(read, account(0), account(1));
  const { flags, beneficiary } = readFlags(data.flags, account(6), context);
  const [state, mint] = [account(3), account(4)];
  const tokenAccount = await associatedTokenAddress(context.wallet, mint);
  if (account(5) !== tokenAccount) throw new Refused("foreign_token_account");
  const makesTokenAccount = checkMadeAccount(read, tokenAccount);
  const frame = frameOf(read);
  const order = {
    tokens: tokenUnits(data.tokens),
    maxLamports: lamports(data.maxLamports),
    minTokens: tokenUnits(data.minTokens),
  };
  if (order.minTokens === 0n) throw new Refused("no_minimum");
  return {
    description: {
      kind: "buy",
      ...shared(read, flags, recipientsOf("referrer", beneficiary)),
      admin: context.admin,
      state,
      mint,
      ...order,
      makesTokenAccount,
      spend: spendOf({
        tradeLamports: order.maxLamports,
        rentLamports: rentOfBuy(makesTokenAccount),
        signatures: 2,
        computeUnitLimit: frame.computeUnitLimit,
        microLamportsPerUnit: frame.microLamportsPerUnit,
      }),
    },
    rebuilt: await buildBuyMessage({
      ...frame,
      admin: context.admin,
      state,
      mint,
      ...order,
      flags,
      referrer: beneficiary,
      makesTokenAccount,
    }),
  };
};

/** Describes a sell on the curve. @throws Refused */
export const describeSell = async (read: Read): Promise<Described<SellDescription>> => {
  const { context, sorted } = read;
  const account = accountsOf(read, 9);
  const data = decodeExactly(getSellInstructionDataDecoder(), sorted.trade.instruction.data);
  const admin = account(1) === context.program ? null : account(1);
  checkSigners(read, account(0), admin);
  const { flags, beneficiary } = readFlags(data.flags, account(6), context);
  // The program requires the admin's signature for anything but full fees.
  if (admin === null && data.flags !== 0) throw new Refused("invalid_flags");
  const [state, mint] = [account(3), account(4)];
  const tokenAccount = await associatedTokenAddress(context.wallet, mint);
  if (account(5) !== tokenAccount) throw new Refused("foreign_token_account");
  const closesAccount = checkClosedAccount(read, tokenAccount);
  const frame = frameOf(read);
  const tokens = tokenUnits(data.tokens);
  const minLamports = lamports(data.minLamports);
  if (minLamports === 0n) throw new Refused("no_minimum");
  return {
    description: {
      kind: "sell",
      ...shared(read, flags, recipientsOf("referrer", beneficiary)),
      admin,
      state,
      mint,
      tokens,
      minLamports,
      closesAccount,
      spend: spendOf({
        tradeLamports: 0n,
        rentLamports: 0n,
        signatures: read.message.signers.length,
        computeUnitLimit: frame.computeUnitLimit,
        microLamportsPerUnit: frame.microLamportsPerUnit,
      }),
    },
    rebuilt: await buildSellMessage({
      ...frame,
      admin,
      state,
      mint,
      tokens,
      minLamports,
      closesAccount,
      flags,
      referrer: beneficiary,
    }),
  };
};
