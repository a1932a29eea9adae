import { verifySignature } from "@tribe/chain/transactions";
import {
  type Address,
  maxWalletTimeouts,
  routes,
  type SignerConfig,
  type Spend,
  type SpendStatement,
  spendStatementText,
  untilAnswered,
} from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import { randomNonce } from "../approvals/approval-crypto.ts";
import { utf8 } from "../keys/bytes.ts";
import type { WalletDependencies } from "../wallet/sharing.ts";
import { recoveryNeeded, WalletError } from "../wallet/wallet-error.ts";
import { latestSales } from "./sales.ts";

export interface JudgeDependencies extends WalletDependencies {
  readonly config: Pick<SignerConfig, "attestationKey">;
}

/**
 * Asks the role `keys` whether a spend may be signed by a press. Its answer counts only under the installation's attestation key,
 * for this account, this wallet, this spend and this call: whoever else answers at the API's address can neither lend an allowance
 * nor end a wait.
 * @throws WalletError `refused` for an answer that is not signed, ApiError, StorageError
 */
export const askJudgement = async (
  dependencies: JudgeDependencies,
  spend: Spend,
  { uid, wallet }: { readonly uid: string; readonly wallet: Address },
): Promise<SpendStatement> => {
  const { api, store, config } = dependencies;
  const record = await store.get(uid);
  if (!record) throw recoveryNeeded();
  const nonce = randomNonce();
  const { devicePublicKey } = record;
  const body = { spend, nonce, devicePublicKey, sales: latestSales(record) };
  // Nothing is counted yet, so that it may be asked again where an answer gets lost.
  const statement = await untilAnswered(
    () => api(routes.wallet.judgeSpend, { body }),
    dependencies.pause,
    maxWalletTimeouts,
  );
  const { signature, ...unsigned } = statement;
  const isOurs = statement.uid === uid && statement.address === wallet && statement.nonce === nonce;
  const { attestationKey: key } = config;
  if (!isOurs || !key || !(await verifySignature(utf8(spendStatementText(spend, unsigned)), signature, key)))
    throw new WalletError("refused", walletErrorTexts.notVouched);
  return statement;
};
