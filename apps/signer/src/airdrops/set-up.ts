import { verifySignature } from "@tribe/chain/transactions";
import {
  type Address,
  ApiError,
  airdropSubjectText,
  maxWalletTimeouts,
  routes,
  setUpStatementText,
  untilAnswered,
} from "@tribe/contract";
import { airdropRefusals, walletErrorTexts } from "@tribe/domain/words";
import { randomNonce, sha256 } from "../approvals/approval-crypto.ts";
import { utf8 } from "../keys/bytes.ts";
import type { JudgeDependencies } from "../outflow/judgement.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import type { ComputedAirdrop } from "./computed-airdrop.ts";

/**
 * Has the role `keys` note in which slot the airdrop's account is set up, before that is signed: a list counts once, and a second
 * account could pay it again.
 * @throws WalletError `refused` where another account may be paying, ApiError
 */
export const noteSetUp = async (
  { api, config, pause }: JudgeDependencies,
  { uid, wallet }: { readonly uid: string; readonly wallet: Address },
  { tribeMint: tribe, mint, listHash: list }: Pick<ComputedAirdrop, "tribeMint" | "mint" | "listHash">,
  slot: number,
): Promise<void> => {
  const nonce = randomNonce();
  const body = { tribe, mint, list, slot, nonce };
  const { signature } = await untilAnswered(
    () => api(routes.wallet.setUpAirdrop, { body }),
    pause,
    maxWalletTimeouts,
  ).catch((thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.code === "conflict")
      throw new WalletError("refused", airdropRefusals.countedAnew, { cause: thrown });
    throw thrown;
  });
  const subject = await sha256(airdropSubjectText(tribe, mint, list));
  const text = setUpStatementText({ uid, address: wallet, subject, slot, nonce });
  const { attestationKey: key } = config;
  if (!key || !(await verifySignature(utf8(text), signature, key)))
    throw new WalletError("refused", walletErrorTexts.notVouched);
};
