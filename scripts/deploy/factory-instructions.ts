/** The instructions for the offices of the curve program, by the names of `programs:factory`'s commands. */
import { type Address, address, type createSolanaRpc, type Instruction, type TransactionSigner } from "@solana/kit";
import {
  type Factory,
  fetchMaybeFactory,
  findFactoryPda,
  findProgramDataPda,
  getAcceptAdminInstructionAsync,
  getAcceptSuperAdminInstructionAsync,
  getApplyFeesInstructionAsync,
  getGrantAllowanceInstructionAsync,
  getInitializeFactoryInstructionAsync,
  getPauseAsGuardianInstructionAsync,
  getPauseInstructionAsync,
  getProposeAdminInstructionAsync,
  getProposeSuperAdminInstructionAsync,
  getSetFeeReceiverInstructionAsync,
  getSetGuardianInstructionAsync,
  getSetWithdrawReceiverInstructionAsync,
  getStopSellsAsGuardianInstructionAsync,
  getStopSellsInstructionAsync,
  getUnpauseInstructionAsync,
  getUpdateBonusesInstructionAsync,
  getUpdateCoefficientInstructionAsync,
  getUpdateFeesInstructionAsync,
  getWithdrawInstructionAsync,
} from "../../packages/chain/src/generated/index.ts";

/** The caller's mistake, as a message for them. */
export class Refused extends Error {}

/** A client of a cluster. */
export type Rpc = ReturnType<typeof createSolanaRpc>;

const words = {
  initialize: "ADMIN [--super-admin FILE]",
  "propose-admin": "NEW",
  "accept-admin": "",
  "propose-super-admin": "NEW",
  "accept-super-admin": "",
  pause: "",
  unpause: "",
  "stop-sells": "",
  "set-guardian": "ADDRESS",
  "pause-as-guardian": "",
  "stop-sells-as-guardian": "",
  "update-fees": "NAME=BASIS_POINTS …",
  "apply-fees": "",
  "update-coefficient": "C",
  "update-bonuses": "REFERRAL AFFILIATE",
  "set-fee-receiver": "ADDRESS",
  "set-withdraw-receiver": "ADDRESS",
  "grant-allowance": "LAMPORTS",
  withdraw: "LAMPORTS",
} as const;
type Name = keyof typeof words;
const isName = (name: string): name is Name => Object.hasOwn(words, name);

/** The commands and their arguments, shown after an unknown one. */
export const usage = `Use: npm run programs:factory -- COMMAND --url RPC [--program ADDRESS] [--keypair FILE | --authority ADDRESS]
  show
${Object.entries(words)
  .map(([name, takes]) => `  ${name} ${takes}`.trimEnd())
  .join("\n")}`;

/** @throws Refused when it is missing or invalid */
export const addressFrom = (text: string | undefined, what: string): Address => {
  if (text === undefined) throw new Refused(`${what} is missing.\n${usage}`);
  try {
    return address(text);
  } catch {
    throw new Refused(`${what} is no address: ${text}`);
  }
};

const integerFrom = (text: string | undefined, what: string): bigint => {
  if (text === undefined) throw new Refused(`${what} is missing.\n${usage}`);
  if (!/^\d{1,20}$/.test(text)) throw new Refused(`${what} is no whole number: ${text}`);
  return BigInt(text);
};

/** The fields of the factory. @throws Refused when there is none */
export const readFactory = async (rpc: Rpc, programAddress: Address): Promise<Factory & { factory: Address }> => {
  const [factory] = await findFactoryPda({ programAddress });
  const account = await fetchMaybeFactory(rpc, factory, { commitment: "confirmed" });
  if (!account.exists) throw new Refused(`The program ${programAddress} has no factory yet.`);
  return { factory, ...account.data };
};

const feeNames = {
  referral: "referralFee",
  affiliate: "affiliateFee",
  discount: "discountFee",
  "platform-buy": "platformBuyFee",
  "platform-sell": "platformSellFee",
  "creator-buy": "creatorBuyFee",
  "creator-sell": "creatorSellFee",
} as const;
const isFee = (name: string): name is keyof typeof feeNames => Object.hasOwn(feeNames, name);

/** All seven fees in basis points: the given ones, and the others unchanged. */
const feesFrom = (named: readonly string[], now: Factory) => {
  const { referralFee, affiliateFee, discountFee, platformBuyFee, platformSellFee, creatorBuyFee, creatorSellFee } =
    now;
  const fees = {
    referralFee,
    affiliateFee,
    discountFee,
    platformBuyFee,
    platformSellFee,
    creatorBuyFee,
    creatorSellFee,
  };
  if (named.length === 0) throw new Refused(`No fee is named: ${Object.keys(feeNames).join(", ")}.`);
  for (const one of named) {
    const [name = "", value] = one.split("=");
    if (!isFee(name)) throw new Refused(`There is no fee ${name}: ${Object.keys(feeNames).join(", ")}.`);
    fees[feeNames[name]] = Number(integerFrom(value, `The fee ${name}`));
  }
  return fees;
};

/**
 * The instruction of a command, to be signed by the holder of the office.
 * @param signer super admin, admin (`withdraw`), guardian (`…-as-guardian`), proposed holder (`accept-…`), upgrade authority (`initialize`), or anybody
 * (`apply-fees`). `superAdmin` is the first of `initialize`, who signs, too.
 * @throws Refused for another name, or arguments that it does not take.
 */
export const instructionFor = async (
  name: string,
  [first, second, ...more]: readonly string[],
  {
    signer,
    superAdmin = signer,
    programAddress,
    rpc,
  }: { signer: TransactionSigner; superAdmin?: TransactionSigner; programAddress: Address; rpc: Rpc },
): Promise<Instruction> => {
  if (!isName(name)) throw new Refused(`There is no command ${name}.\n${usage}`);
  const config = { programAddress };
  const [factory] = await findFactoryPda(config);
  const program = programAddress;
  const office = { superAdmin: signer, factory, program };
  switch (name) {
    case "initialize": {
      const [programData] = await findProgramDataPda({ program });
      const admin = addressFrom(first, "The admin");
      const input = { payer: signer, upgradeAuthority: signer, programData, admin, superAdmin, program };
      return getInitializeFactoryInstructionAsync(input, config);
    }
    case "propose-admin":
      return getProposeAdminInstructionAsync({ ...office, proposed: addressFrom(first, "The new admin") }, config);
    case "accept-admin":
      return getAcceptAdminInstructionAsync({ pendingAdmin: signer, factory, program }, config);
    case "propose-super-admin": {
      const proposed = addressFrom(first, "The new super admin");
      return getProposeSuperAdminInstructionAsync({ ...office, proposed }, config);
    }
    case "accept-super-admin":
      return getAcceptSuperAdminInstructionAsync({ pendingSuperAdmin: signer, factory, program }, config);
    case "pause":
      return getPauseInstructionAsync(office, config);
    case "unpause":
      return getUnpauseInstructionAsync(office, config);
    case "stop-sells":
      return getStopSellsInstructionAsync(office, config);
    case "set-guardian":
      return getSetGuardianInstructionAsync({ ...office, guardian: addressFrom(first, "The guardian") }, config);
    case "pause-as-guardian":
      return getPauseAsGuardianInstructionAsync({ guardian: signer, factory, program }, config);
    case "stop-sells-as-guardian":
      return getStopSellsAsGuardianInstructionAsync({ guardian: signer, factory, program }, config);
    case "update-fees": {
      const named = [first, second, ...more].filter((one) => one !== undefined);
      return getUpdateFeesInstructionAsync({ ...office, ...feesFrom(named, await readFactory(rpc, program)) }, config);
    }
    case "apply-fees":
      return getApplyFeesInstructionAsync({ factory, program }, config);
    case "update-coefficient": {
      const bondingCurveCoeff = integerFrom(first, "The coefficient");
      return getUpdateCoefficientInstructionAsync({ ...office, bondingCurveCoeff }, config);
    }
    case "update-bonuses": {
      const referralTokenBonus = integerFrom(first, "The referral's bonus");
      const affiliateTokenBonus = integerFrom(second, "The affiliate's bonus");
      return getUpdateBonusesInstructionAsync({ ...office, referralTokenBonus, affiliateTokenBonus }, config);
    }
    case "set-fee-receiver": {
      const feeReceiver = addressFrom(first, "The fee receiver");
      return getSetFeeReceiverInstructionAsync({ ...office, feeReceiver }, config);
    }
    case "set-withdraw-receiver": {
      const withdrawReceiver = addressFrom(first, "The withdraw receiver");
      return getSetWithdrawReceiverInstructionAsync({ ...office, withdrawReceiver }, config);
    }
    case "grant-allowance":
      return getGrantAllowanceInstructionAsync({ ...office, allowance: integerFrom(first, "The allowance") }, config);
    case "withdraw": {
      const lamports = integerFrom(first, "The amount");
      const { vault, withdrawReceiver } = await readFactory(rpc, program);
      const input = { admin: signer, factory, vault, withdrawReceiver, lamports, program };
      return getWithdrawInstructionAsync(input, config);
    }
  }
};
