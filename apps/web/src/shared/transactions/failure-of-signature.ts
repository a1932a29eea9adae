import { explainTransactionError } from "@tribe/chain/events";
import type { TransactionSignature } from "@tribe/contract";
import type { FailureDetails } from "@tribe/domain/words";
import * as z from "zod/mini";
import type { Config } from "../queries/config.ts";
import { rpcCall } from "../queries/rpc.ts";

const transactionSchema = z.nullable(
  z.object({
    meta: z.nullable(z.object({ err: z.unknown(), logMessages: z.nullish(z.array(z.string())) })),
  }),
);

/** The failure of a transaction on chain; null if the chain knows of none. @throws ApiError `unavailable` */
export const failureOfSignature = async (
  { rpcUrl, programAddress }: Config,
  signature: TransactionSignature,
): Promise<FailureDetails | null> => {
  const options = { commitment: "confirmed", encoding: "base64", maxSupportedTransactionVersion: 0 };
  const found = await rpcCall(rpcUrl, "getTransaction", [signature, options], transactionSchema);
  if (!found?.meta?.err) return null;
  const { err: error, logMessages: logs = null } = found.meta;
  return explainTransactionError({ error, logs, transaction: null, program: programAddress }).details;
};
