import { decodeFactory, factoryAddress } from "@tribe/chain/accounts";
import { buildFactoryMessage } from "@tribe/chain/messages";
import type { TransactionSignature } from "@tribe/contract";
import { operate } from "../../engines/chain/operate.ts";
import type { Chain } from "../../engines/chain/port.ts";
import { readAccount } from "../../engines/chain/read-account.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { forgetFactoryState } from "../market/index.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Puts announced fees into force once their day has passed. */
    "factory.applyFees": Record<string, never>;
  }
}

/**
 * Puts fees into force that were announced 24 to 72 hours ago, by the chain's clock; later the announcement has lapsed. The
 * program lets anybody do this and checks the time; the admin pays for the transaction.
 * @returns null when nothing is due. @throws Error with the chain's reason
 */
export const applyDueFees = async ({
  chain,
  keys,
}: {
  readonly chain: Chain;
  readonly keys: Pick<Keys, "admin">;
}): Promise<TransactionSignature | null> => {
  const data = await readAccount(chain, await factoryAddress(chain.programAddress));
  const announced = data && decodeFactory(data)?.announcedFees;
  if (!announced) return null;
  const slot = await chain.rpc.getSlot({ commitment: "confirmed" }).send();
  const now = await chain.rpc.getBlockTime(slot).send();
  if (now === null || now < announced.from || now > announced.until) return null;
  const signature = await operate(chain, keys.admin, (frame) => buildFactoryMessage(frame, { kind: "applyFees" }));
  forgetFactoryState(chain);
  return signature;
};

/** Nobody has to remember it; `npm run operator -- apply-fees` does the same at once. */
export const applyFeesJob = defineJob({
  name: "factory.applyFees",
  cron: "*/10 * * * *",
  handler: (ctx) => async () => {
    const signature = await applyDueFees(ctx);
    if (signature) ctx.log.info({ signature }, "announced fees are in force");
  },
});
