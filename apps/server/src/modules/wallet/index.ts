import type { RouteImplementation } from "../../http/implement.ts";
import { approval } from "./routes/approval.ts";
import { approveDevice } from "./routes/approve-device.ts";
import { askForApproval } from "./routes/ask-for-approval.ts";
import { askForEmail } from "./routes/ask-for-email.ts";
import { askForKey } from "./routes/ask-for-key.ts";
import { askToSend } from "./routes/ask-to-send.ts";
import { cancelRecovery } from "./routes/cancel-recovery.ts";
import { cancelWait } from "./routes/cancel-wait.ts";
import { challenge } from "./routes/challenge.ts";
import { confirmEmail } from "./routes/confirm-email.ts";
import { confirmKit } from "./routes/confirm-kit.ts";
import { confirmMove } from "./routes/confirm-move.ts";
import { confirmPasskey } from "./routes/confirm-passkey.ts";
import { confirmSharing } from "./routes/confirm-sharing.ts";
import { creator } from "./routes/creator.ts";
import { endApproval } from "./routes/end-approval.ts";
import { fetchShare } from "./routes/fetch-share.ts";
import { finishMove } from "./routes/finish-move.ts";
import { finishProof } from "./routes/finish-proof.ts";
import { finishRecovery } from "./routes/finish-recovery.ts";
import { formerKey } from "./routes/former-key.ts";
import { judgeSpend } from "./routes/judge-spend.ts";
import { openApproval } from "./routes/open-approval.ts";
import { passkeyChallenge } from "./routes/passkey-challenge.ts";
import { proveByPasskey } from "./routes/prove-by-passkey.ts";
import { provePasskey } from "./routes/prove-passkey.ts";
import { recipient } from "./routes/recipient.ts";
import { recoverByPasskey } from "./routes/recover-by-passkey.ts";
import { removePasskey } from "./routes/remove-passkey.ts";
import { revealApproval } from "./routes/reveal-approval.ts";
import { safety } from "./routes/safety.ts";
import { setUpAirdrop } from "./routes/set-up-airdrop.ts";
import { startProof } from "./routes/start-proof.ts";
import { startRecovery } from "./routes/start-recovery.ts";
import { stopEmail } from "./routes/stop-email.ts";
import { stopRecovery } from "./routes/stop-recovery.ts";
import { stopWait } from "./routes/stop-wait.ts";
import { storeMove } from "./routes/store-move.ts";
import { storePasskey } from "./routes/store-passkey.ts";
import { storeSharing } from "./routes/store-sharing.ts";
import { takeKey } from "./routes/take-key.ts";
import { takeRecovery } from "./routes/take-recovery.ts";
import { wallet } from "./routes/wallet.ts";
import { walletToken } from "./routes/wallet-token.ts";

/** The server's half of the wallet. */
export const walletImplementations: readonly RouteImplementation[] = [
  walletToken,
  wallet,
  recipient,
  challenge,
  storeSharing,
  confirmSharing,
  creator,
  fetchShare,
  judgeSpend,
  setUpAirdrop,
  startRecovery,
  finishRecovery,
  cancelRecovery,
  takeRecovery,
  stopRecovery,
  askForApproval,
  approval,
  openApproval,
  revealApproval,
  approveDevice,
  endApproval,
  passkeyChallenge,
  storePasskey,
  confirmPasskey,
  removePasskey,
  recoverByPasskey,
  provePasskey,
  proveByPasskey,
  askForEmail,
  confirmEmail,
  stopEmail,
  startProof,
  finishProof,
  askForKey,
  takeKey,
  storeMove,
  confirmMove,
  formerKey,
  finishMove,
  askToSend,
  confirmKit,
  cancelWait,
  safety,
  stopWait,
];

export { recoveryMailJob } from "./mailed-links.ts";
export { forgetFormerKeyJob } from "./moves/moves.ts";
export { endDevicesJob } from "./revocations.ts";
export { stopWaitJob } from "./stop-pending-action.ts";
export { closedWallets } from "./store/closed-wallets.ts";
export { forgetWallet } from "./store/forget-wallet.ts";
export { createMissingRecords } from "./store/missing-records.ts";
export { resealShares } from "./store/reseal-shares.ts";
export { createWalletTokens } from "./tokens.ts";
