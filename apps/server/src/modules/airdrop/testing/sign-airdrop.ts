import { type ApiCall, type Base64, routes, type TransactionSignature } from "@tribe/contract";

/** Somebody with a session and a wallet. */
interface Signer {
  readonly call: ApiCall;
  sign(message: Base64): Promise<TransactionSignature>;
}

/** Signs what can be signed now, as a Chief's page does. @returns whether everybody is paid */
export const signOnce = async (chief: Signer, taskId: string, limit: number): Promise<boolean> => {
  const { isCompleted, batches } = await chief.call(routes.airdrop.send, { body: { taskId, limit } });
  const signed = await Promise.all(
    batches.map(async ({ taskBatchId, message }) => ({ taskBatchId, message, signature: await chief.sign(message) })),
  );
  if (signed.length > 0) await chief.call(routes.airdrop.submit, { body: { batches: signed } });
  return isCompleted;
};

/** Signs all that an airdrop still needs until everybody is paid. */
export const signAirdrop = async (chief: Signer, taskId: string, limit = 32): Promise<void> => {
  while (!(await signOnce(chief, taskId, limit))) await new Promise((resolve) => setTimeout(resolve, 50));
};
