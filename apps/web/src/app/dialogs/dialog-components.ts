import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { DialogName, DialogPropsByName } from "../../shared/dialogs/names.ts";
import { part } from "../../shared/navigation/part.ts";
import { idle } from "../../shared/time/idle.ts";
import { loadTransactions } from "../load-transactions.ts";

type Components = { readonly [Name in DialogName]: LazyExoticComponent<ComponentType<DialogPropsByName[Name]>> };

/** All transactions that a caller prepares have one component. */
const preparedTransaction =
  <Name extends "tokenTradeTransaction" | "tokenSwapTransaction" | "versionedTransaction" | "genericTransaction">(
    name: Name,
  ) =>
  async () => {
    const [{ preparedTransactionDialog }] = await Promise.all([
      import("../../features/transaction/dialogs/PreparedTransactionDialog.tsx"),
      loadTransactions(),
    ]);
    return { default: preparedTransactionDialog(name) };
  };

const load = {
  signIn: () => import("../../features/identity/SignInDialog.tsx").then((m) => ({ default: m.SignInDialog })),
  walletSetup: () =>
    import("../../features/identity/WalletSetupDialog.tsx").then((m) => ({ default: m.WalletSetupDialog })),
  connectSocial: () =>
    import("../../features/social/ConnectSocialDialog.tsx").then((m) => ({ default: m.ConnectSocialDialog })),
  onboardingFund: () =>
    import("../../features/fund/OnboardingFundDialog.tsx").then((m) => ({ default: m.OnboardingFundDialog })),
  text: () => import("../../features/info/TextDialog.tsx").then((m) => ({ default: m.TextDialog })),
  createToken: () =>
    import("../../features/create/CreateTokenDialog.tsx").then((m) => ({ default: m.CreateTokenDialog })),
  tokenTrade: () => import("../../features/trade/TokenTradeDialog.tsx").then((m) => ({ default: m.TokenTradeDialog })),
  tokenSwap: () => import("../../features/swap/TokenSwapDialog.tsx").then((m) => ({ default: m.TokenSwapDialog })),
  createTokenTransaction: async () => {
    const [{ CreateTokenTransactionDialog }] = await Promise.all([
      import("../../features/transaction/dialogs/CreateTokenTransactionDialog.tsx"),
      loadTransactions(),
    ]);
    return { default: CreateTokenTransactionDialog };
  },
  tokenTradeV2Transaction: async () => {
    const [{ TokenTradeV2TransactionDialog }] = await Promise.all([
      import("../../features/transaction/dialogs/TokenTradeV2TransactionDialog.tsx"),
      loadTransactions(),
    ]);
    return { default: TokenTradeV2TransactionDialog };
  },
  tokenTradeTransaction: preparedTransaction("tokenTradeTransaction"),
  tokenSwapTransaction: preparedTransaction("tokenSwapTransaction"),
  versionedTransaction: preparedTransaction("versionedTransaction"),
  genericTransaction: preparedTransaction("genericTransaction"),
  editProfile: () =>
    import("../../features/profile/EditProfileDialog.tsx").then((m) => ({ default: m.EditProfileDialog })),
  deleteAccount: () =>
    import("../../features/profile/account/DeleteAccountDialog.tsx").then((m) => ({ default: m.DeleteAccountDialog })),
  shortcuts: () => import("../../features/info/ShortcutsDialog.tsx").then((m) => ({ default: m.ShortcutsDialog })),
  sendReceive: () =>
    import("../../features/portfolio/send/SendReceiveDialog.tsx").then((m) => ({ default: m.SendReceiveDialog })),
  joinChat: () => import("../../features/chat/JoinChatDialog.tsx").then((m) => ({ default: m.JoinChatDialog })),
  shareImage: () => import("../../features/share/ShareImageDialog.tsx").then((m) => ({ default: m.ShareImageDialog })),
  chatMembers: () =>
    import("../../features/chat/members/ChatMembersDialog.tsx").then((m) => ({ default: m.ChatMembersDialog })),
  seatAlarms: () =>
    import("../../features/notifications/alarms/SeatAlarmsDialog.tsx").then((m) => ({ default: m.SeatAlarmsDialog })),
  chatManage: () => import("../../features/chat/ChatManageDialog.tsx").then((m) => ({ default: m.ChatManageDialog })),
  goLive: () => import("../../features/live/dialogs/GoLiveDialog.tsx").then((m) => ({ default: m.GoLiveDialog })),
  chatLiveLeave: () =>
    import("../../features/live/dialogs/ChatLiveLeaveDialog.tsx").then((m) => ({ default: m.ChatLiveLeaveDialog })),
  exportHolders: () =>
    import("../../features/token/ExportHoldersDialog.tsx").then((m) => ({ default: m.ExportHoldersDialog })),
  createAirdrop: () =>
    import("../../features/airdrop/CreateAirdropDialog.tsx").then((m) => ({ default: m.CreateAirdropDialog })),
  claimAirdrops: () =>
    import("../../features/airdrop/claim/ClaimAirdropsDialog.tsx").then((m) => ({ default: m.ClaimAirdropsDialog })),
  messageLikes: () =>
    import("../../features/chat/messages/actions/MessageLikesDialog.tsx").then((m) => ({
      default: m.MessageLikesDialog,
    })),
  reportMessage: () =>
    import("../../features/chat/messages/actions/ReportMessageDialog.tsx").then((m) => ({
      default: m.ReportMessageDialog,
    })),
  chatShared: () =>
    import("../../features/chat/shared/ChatSharedDialog.tsx").then((m) => ({ default: m.ChatSharedDialog })),
  chatSearch: () => import("../../features/chat/ChatSearchDialog.tsx").then((m) => ({ default: m.ChatSearchDialog })),
  menu: () => import("../../features/chat/messages/actions/MenuDialog.tsx").then((m) => ({ default: m.MenuDialog })),
  confirm: () => import("../../features/info/ConfirmDialog.tsx").then((m) => ({ default: m.ConfirmDialog })),
} as const;

/** The one map from a dialog's name to its component; each is a chunk of its own. */
export const dialogComponents: Components = {
  signIn: lazy(part(load.signIn)),
  walletSetup: lazy(part(load.walletSetup)),
  connectSocial: lazy(part(load.connectSocial)),
  onboardingFund: lazy(part(load.onboardingFund)),
  text: lazy(part(load.text)),
  createToken: lazy(part(load.createToken)),
  createTokenTransaction: lazy(part(load.createTokenTransaction)),
  tokenTrade: lazy(part(load.tokenTrade)),
  tokenSwap: lazy(part(load.tokenSwap)),
  tokenTradeV2Transaction: lazy(part(load.tokenTradeV2Transaction)),
  tokenTradeTransaction: lazy(part(load.tokenTradeTransaction)),
  tokenSwapTransaction: lazy(part(load.tokenSwapTransaction)),
  versionedTransaction: lazy(part(load.versionedTransaction)),
  genericTransaction: lazy(part(load.genericTransaction)),
  sendReceive: lazy(part(load.sendReceive)),
  editProfile: lazy(part(load.editProfile)),
  deleteAccount: lazy(part(load.deleteAccount)),
  shortcuts: lazy(part(load.shortcuts)),
  joinChat: lazy(part(load.joinChat)),
  shareImage: lazy(part(load.shareImage)),
  chatMembers: lazy(part(load.chatMembers)),
  confirm: lazy(part(load.confirm)),
  seatAlarms: lazy(part(load.seatAlarms)),
  chatManage: lazy(part(load.chatManage)),
  goLive: lazy(part(load.goLive)),
  chatLiveLeave: lazy(part(load.chatLiveLeave)),
  exportHolders: lazy(part(load.exportHolders)),
  createAirdrop: lazy(part(load.createAirdrop)),
  claimAirdrops: lazy(part(load.claimAirdrops)),
  messageLikes: lazy(part(load.messageLikes)),
  reportMessage: lazy(part(load.reportMessage)),
  chatSearch: lazy(part(load.chatSearch)),
  chatShared: lazy(part(load.chatShared)),
  menu: lazy(part(load.menu)),
};

/** Enough for even a slow phone to render after a press. */
const drawingMs = 600;

/**
 * Loads the dialogs that people open first, after the present press was rendered; a failure only means that they load when
 * opened.
 */
export const preloadDialogs = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, drawingMs));
  await idle();
  for (const name of ["signIn", "tokenTrade", "tokenTradeV2Transaction"] as const) load[name]().catch(() => undefined);
};
