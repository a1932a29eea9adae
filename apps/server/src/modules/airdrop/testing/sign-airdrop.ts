import { type ApiCall, type Base64, routes, type TransactionSignature } from "@tribe/contract";

/** Somebody with a session and a wallet. */
interface Signer {
  readonly call: ApiCall;
  sign(message: Base64): Promise<TransactionSignature>;
}

/** Signs all that an airdrop still needs, as its Chief's page does, until it is completed. */
export const signAirdrop = async (chief: Signer, taskId: string, limit = 32): Promise<void> => {
  for (;;) {
    const { isCompleted, batches } = await chief.call(routes.airdrop.send, { body: { taskId, limit } });
    if (isCompleted) return;
    if (batches.length > 0) {
      const signed = await Promise.all(
        batches.map(async ({ taskBatchId, message }) => ({
          taskBatchId,
          message,
          signature: await chief.sign(message),
        })),
      );
      await chief.call(routes.airdrop.submit, { body: { batches: signed } });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
