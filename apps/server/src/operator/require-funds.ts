import { toChainAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import type { Chain } from "../engines/chain/port.ts";
import { hasFactory } from "../engines/chain/set-up-factory.ts";
import { OperatorError } from "./port.ts";

/** The setup's rent and fees are less than a fifth of it. */
const ofSuperAdmin = 50_000_000n;
/** Payouts and migrations of the first weeks. */
const ofAdmin = 200_000_000n;
const inSol = (lamports: bigint): string => `${Number(lamports) / 1e9} SOL`;

/** @throws OperatorError that says whom to send how much, when the super admin can't pay for the factory's setup */
export const requireFunds = async (
  chain: Chain,
  { admin, superAdmin }: { readonly admin: Address; readonly superAdmin: Address },
): Promise<void> => {
  if (await hasFactory(chain)) return;
  const balanceOf = async (address: Address) => (await chain.rpc.getBalance(toChainAddress(address)).send()).value;
  const [own, others] = await Promise.all([balanceOf(superAdmin), balanceOf(admin)]);
  if (own >= ofSuperAdmin) return;
  const also =
    others >= ofAdmin ? "" : `, and ${inSol(ofAdmin)} to the admin ${admin}, who pays for payouts and migrations`;
  throw new OperatorError(
    `Nothing was sent. The super admin ${superAdmin} pays for the setup and has ${inSol(own)}: send it ${inSol(ofSuperAdmin)}${also}. ` +
      "Then run this again.",
  );
};
