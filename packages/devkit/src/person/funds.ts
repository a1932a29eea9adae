import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  lamports as kitLamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import { type Address, type Lamports, lamports, routes } from "@tribe/contract";
import { poll, type RetryOptions } from "./retries.ts";
import { sendSigned } from "./send-signed.ts";
import type { Session } from "./session.ts";
import type { WalletKey } from "./wallet-key.ts";

/** Buys SOL on the card stand-in's hosted page; resolves when the app has recorded the delivery. */
export const fundByCard = async (session: Session, amount: Lamports, retryOptions: RetryOptions): Promise<void> => {
  const { orderId, url } = await session.api(routes.fund.startCard, { body: { amount, returnTo: "/" } });
  // Its URL redirects to the page of the order that it creates.
  const page = await fetch(url);
  await page.body?.cancel();
  const paid = await fetch(`${page.url}/pay`, { method: "POST", redirect: "manual" });
  if (paid.status !== 303) throw new Error(`The on-ramp answered the payment with ${paid.status}`);
  const ask = async () => {
    const { state } = await session.api(routes.fund.cardStatus, { query: { orderId } });
    return state === "delivered" || state === "failed" ? state : null;
  };
  if ((await poll("the card order", ask, retryOptions)) === "failed") throw new Error("The card order failed");
};

/** Requests SOL from the test chain; resolves when it is confirmed. */
export const fundByAirdrop = async (
  rpcUrl: string,
  to: Address,
  amount: Lamports,
  retryOptions: RetryOptions,
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
    retryOptions,
  );
};

/** Confirmed lamports of an address. */
export const balanceOf = async (rpcUrl: string, of: Address): Promise<Lamports> => {
  const { value } = await createSolanaRpc(rpcUrl).getBalance(address(of), { commitment: "confirmed" }).send();
  return lamports(value);
};

/** The network's fee for one signature, in lamports. */
const signatureFee = 5_000n;

/** Sends all SOL of a wallet to an address, directly on the chain, fee included; nothing is left. @throws Error of the chain */
export const sendAllSol = async (
  rpcUrl: string,
  key: WalletKey,
  to: Address,
  retryOptions: RetryOptions,
): Promise<void> => {
  const { value: lifetime } = await createSolanaRpc(rpcUrl).getLatestBlockhash({ commitment: "confirmed" }).send();
  const amount = (await balanceOf(rpcUrl, key.address)) - signatureFee;
  const source = createNoopSigner(address(key.address));
  const { messageBytes } = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(source, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (timed) =>
        appendTransactionMessageInstruction(
          getTransferSolInstruction({ source, destination: address(to), amount }),
          timed,
        ),
    ),
  );
  const message = Uint8Array.from(messageBytes);
  await sendSigned({ rpcUrl, wallet: key.address, retryOptions }, message, await key.sign(message));
};
