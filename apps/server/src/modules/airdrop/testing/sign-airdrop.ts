import { routes } from "@tribe/contract";
import type { TestPerson } from "../../indexer/testing/test-world.ts";

/** Signs all that an airdrop still needs, as its Chief's page does, until it is completed. */
export const signAirdrop = async (chief: TestPerson, taskId: string, limit = 32): Promise<void> => {
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
