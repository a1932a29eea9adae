import { lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { tokenTextProblem } from "@tribe/domain/people";
import { associatedTokenAddress } from "../accounts/addresses.ts";
import { getCreateTokenInstructionDataDecoder } from "../generated/index.ts";
import { buildCreateMessage, tradeAddresses } from "../messages/messages.ts";
import { rentOfCreate, spendOf } from "../transactions/spend.ts";
import { type CreateTribeDescription, Refused } from "./description.ts";
import {
  accountsOf,
  checkSigners,
  type Described,
  decodeExactly,
  frameOf,
  type Read,
  readFlags,
  recipientsOf,
  shared,
} from "./reading.ts";

/** Describes the creation of a token with its creator's first buy. @throws Refused */
export const describeCreate = async (read: Read): Promise<Described<CreateTribeDescription>> => {
  const { context, sorted } = read;
  const account = accountsOf(read, 12);
  const data = decodeExactly(getCreateTokenInstructionDataDecoder(), sorted.trade.instruction.data);
  checkSigners(read, account(0), account(1));
  const { flags, beneficiary } = readFlags(data.flags, account(6), context);
  const { state, mint } = await tradeAddresses(data.tokenId, context.program);
  if (account(3) !== state || account(4) !== mint) throw new Refused("wrong_account");
  if (account(5) !== (await associatedTokenAddress(context.wallet, mint))) throw new Refused("foreign_token_account");
  const firstBuy = {
    tokens: tokenUnits(data.firstBuy.tokens),
    maxLamports: lamports(data.firstBuy.maxLamports),
    minTokens: tokenUnits(data.firstBuy.minTokens),
  };
  const buys = firstBuy.tokens > 0n;
  if (!buys && (firstBuy.maxLamports > 0n || firstBuy.minTokens > 0n)) throw new Refused("invalid_data");
  if (buys && firstBuy.minTokens === 0n) throw new Refused("no_minimum");
  const frame = frameOf(read);
  const { name, symbol, uri } = data;
  if (tokenTextProblem({ name, symbol })) throw new Refused("unusable_text");
  const spend = spendOf({
    tradeLamports: firstBuy.maxLamports,
    rentLamports: rentOfCreate({ name, symbol, uri, hasFirstBuy: buys, hasInviter: beneficiary !== null }),
    signatures: 2,
    computeUnitLimit: frame.computeUnitLimit,
    microLamportsPerUnit: frame.microLamportsPerUnit,
  });
  return {
    description: {
      kind: "createTribe",
      ...shared(read, flags, recipientsOf("inviter", beneficiary)),
      admin: context.admin,
      mint,
      tokenId: data.tokenId as TokenId, // a u64 by its decoder
      name,
      symbol,
      uri,
      firstBuy: buys ? firstBuy : null,
      coefficient: data.bondingCurveCoeff,
      referralBonus: tokenUnits(data.referralBonus),
      spend,
    },
    rebuilt: await buildCreateMessage({
      ...frame,
      admin: context.admin,
      tokenId: data.tokenId,
      name,
      symbol,
      uri,
      firstBuy,
      coefficient: data.bondingCurveCoeff,
      referralBonus: tokenUnits(data.referralBonus),
      flags,
      inviter: beneficiary,
    }),
  };
};
