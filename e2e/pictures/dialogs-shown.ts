import type { DialogName } from "../../apps/web/src/shared/dialogs/names.ts";
import type { PictureCase } from "./cases/picture-case.ts";

/** The pictures of each dialog of the registry; the types require them for a new dialog. */
const dialogsShown = {
  signIn: ["dialog-sign-in", "dialog-sign-in-code", "dialog-sign-in-wrong-code"],
  walletSetup: ["dialog-wallet-ready"],
  connectSocial: [
    "dialog-connect-social",
    "dialog-socials",
    "dialog-social-denied",
    "dialog-social-taken",
    "dialog-farcaster",
  ],
  onboardingFund: [
    "dialog-add-sol",
    "dialog-add-sol-loading",
    "dialog-add-sol-bridge-failed",
    "dialog-add-sol-card-waits",
  ],
  text: ["dialog-how-it-works", "dialog-how-it-works-last"],
  createToken: ["dialog-create", "dialog-create-amount"],
  createTokenTransaction: ["dialog-create-confirm"],
  tokenTrade: [
    "dialog-buy",
    "dialog-buy-amount",
    "dialog-buy-details",
    "dialog-buy-too-much",
    "dialog-buy-impact",
    "dialog-sell",
    "dialog-sell-seat",
    "dialog-sell-waiting",
    "dialog-buy-last-seat",
    "dialog-price-moved",
  ],
  tokenSwap: ["dialog-swap", "dialog-swap-amount"],
  tokenTradeV2Transaction: [
    "dialog-preparing",
    "dialog-not-prepared",
    "dialog-confirm",
    "dialog-asked-again",
    "dialog-bring-wallet",
    "dialog-link-mailed",
    "dialog-offer-other-device",
    "dialog-ask-other-device",
    "dialog-number",
    "dialog-processing",
    "dialog-slippage",
    "dialog-confirmed",
  ],
  tokenTradeTransaction: ["dialog-convert-confirm"],
  tokenSwapTransaction: ["dialog-swap-confirm", "dialog-swap-jupiter"],
  versionedTransaction: ["dialog-send-confirm"],
  genericTransaction: ["dialog-payout-confirm"],
  sendReceive: ["dialog-send", "dialog-send-person", "dialog-send-invalid", "dialog-receive"],
  editProfile: ["dialog-edit-profile", "dialog-profile-too-long"],
  deleteAccount: ["dialog-delete-account", "dialog-delete-account-code"],
  shortcuts: ["dialog-shortcuts"],
  joinChat: ["dialog-join"],
  shareImage: ["dialog-share", "dialog-share-message"],
  chatMembers: ["dialog-members"],
  chatManage: ["dialog-tribe-settings"],
  goLive: ["dialog-go-live"],
  chatLiveLeave: ["dialog-leave-live"],
  exportHolders: ["dialog-export-holders"],
  createAirdrop: [
    "dialog-airdrop-failed",
    "dialog-airdrop",
    "dialog-airdrop-too-large",
    "dialog-airdrop-amount",
    "dialog-airdrop-confirm",
    "dialog-airdrop-processing",
    "dialog-airdrop-existing",
    "dialog-airdrop-end",
    "dialog-airdrop-resume-confirm",
    "dialog-airdrop-success",
  ],
  claimAirdrops: [
    "dialog-claim",
    "dialog-claim-none-chosen",
    "dialog-claim-no-sol",
    "dialog-claim-confirm",
    "dialog-claim-processing",
    "dialog-claim-result",
  ],
  messageLikes: ["dialog-liked-by"],
  reportMessage: ["dialog-report"],
  chatSearch: ["dialog-chat-search"],
  menu: ["dialog-message-menu", "dialog-others-message-menu"],
  confirm: ["dialog-unlink", "dialog-block", "dialog-delete-message", "dialog-sign-out-device"],
} as const satisfies Record<DialogName, readonly string[]>;

/** Pictures listed for a dialog but not taken, and pictures of dialogs that are not listed. */
export const missingDialogPictures = (cases: readonly PictureCase[]): readonly string[] => {
  const named = new Set<string>(Object.values(dialogsShown).flat());
  const taken = new Set(cases.map(({ name }) => name));
  return [
    ...[...named].filter((name) => !taken.has(name)),
    ...[...taken].filter((name) => name.startsWith("dialog-") && !named.has(name)),
  ];
};
