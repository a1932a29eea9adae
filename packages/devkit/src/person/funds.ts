import { address, createSolanaRpc, lamports as kitLamports } from "@solana/kit";
import { type Address, type Lamports, lamports, routes } from "@tribe/contract";
import { type Patience, poll } from "./patience.ts";
import type { Session } from "./session.ts";

/** Buys SOL on the card stand-in's hosted page; done when the app knows that it was delivered. */
export const fundByCard = async (session: Session, amount: Lamports, patience: Patience): Promise<void> => {
  const { orderId, url } = await session.api(routes.fund.startCard, { body: { amount, returnTo: "/" } });
  const paid = await fetch(`${url}/pay`, { method: "POST", redirect: "manual" });
  if (paid.status !== 303) throw new Error(`The on-ramp answered the payment with ${paid.status}`);
  const ask = async () => {
    const { state } = await session.api(routes.fund.cardStatus, { query: { orderId } });
    return state === "delivered" || state === "failed" ? state : null;
  };
  if ((await poll("the card order", ask, patience)) === "failed") throw new Error("The card order failed");
};

/** Asks the test chain for SOL; done when it is confirmed. */
export const fundByAirdrop = async (
  rpcUrl: string,
  to: Address,
  amount: Lamports,
  patience: Patience,
): Promise<void> => {
  const rpc = createSolanaRpc(rpcUrl);
  const signature = await rpc.requestAirdrop(address(to), kitLamports(amount), { commitment: "confirmed" }).send();
  await poll(
    "the airdrop",
    async () => {
      const { value } = await rpc.getSignatureStatuses([signature]).send();
      const status = value[0];
      return status && status.confirmationStatus !== "processed" ? true : null;
    },
    patience,
  );
};

/** Confirmed lamports of an address. */
export const balanceOf = async (rpcUrl: string, of: Address): Promise<Lamports> => {
  const { value } = await createSolanaRpc(rpcUrl).getBalance(address(of), { commitment: "confirmed" }).send();
  return lamports(value);
};
