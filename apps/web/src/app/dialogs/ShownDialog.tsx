import { type ReactElement, useMemo } from "react";
import type { DialogEntry } from "../../shared/dialogs/dialog-stack.ts";
import { dialogComponents } from "./dialog-components.ts";

export { preloadDialogs } from "./dialog-components.ts";

/** The dialog that an entry names. */
export const ShownDialog = ({ entry }: { entry: DialogEntry }) => useMemo(() => dialogElement(entry), [entry]);

const dialogElement = (entry: DialogEntry): ReactElement => {
  switch (entry.name) {
    case "signIn":
      return <dialogComponents.signIn {...entry.props} />;
    case "walletSetup":
      return <dialogComponents.walletSetup {...entry.props} />;
    case "connectSocial":
      return <dialogComponents.connectSocial {...entry.props} />;
    case "onboardingFund":
      return <dialogComponents.onboardingFund {...entry.props} />;
    case "text":
      return <dialogComponents.text {...entry.props} />;
    case "createToken":
      return <dialogComponents.createToken {...entry.props} />;
    case "createTokenTransaction":
      return <dialogComponents.createTokenTransaction {...entry.props} />;
    case "tokenTrade":
      return <dialogComponents.tokenTrade {...entry.props} />;
    case "tokenSwap":
      return <dialogComponents.tokenSwap {...entry.props} />;
    case "tokenTradeV2Transaction":
      return <dialogComponents.tokenTradeV2Transaction {...entry.props} />;
    case "tokenTradeTransaction":
      return <dialogComponents.tokenTradeTransaction {...entry.props} />;
    case "tokenSwapTransaction":
      return <dialogComponents.tokenSwapTransaction {...entry.props} />;
    case "versionedTransaction":
      return <dialogComponents.versionedTransaction {...entry.props} />;
    case "genericTransaction":
      return <dialogComponents.genericTransaction {...entry.props} />;
    case "seatAlarms":
      return <dialogComponents.seatAlarms {...entry.props} />;
    case "editProfile":
      return <dialogComponents.editProfile {...entry.props} />;
    case "deleteAccount":
      return <dialogComponents.deleteAccount {...entry.props} />;
    case "shortcuts":
      return <dialogComponents.shortcuts {...entry.props} />;
    case "sendReceive":
      return <dialogComponents.sendReceive {...entry.props} />;
    case "joinChat":
      return <dialogComponents.joinChat {...entry.props} />;
    case "shareImage":
      return <dialogComponents.shareImage {...entry.props} />;
    case "chatMembers":
      return <dialogComponents.chatMembers {...entry.props} />;
    case "chatManage":
      return <dialogComponents.chatManage {...entry.props} />;
    case "goLive":
      return <dialogComponents.goLive {...entry.props} />;
    case "chatLiveLeave":
      return <dialogComponents.chatLiveLeave {...entry.props} />;
    case "exportHolders":
      return <dialogComponents.exportHolders {...entry.props} />;
    case "createAirdrop":
      return <dialogComponents.createAirdrop {...entry.props} />;
    case "claimAirdrops":
      return <dialogComponents.claimAirdrops {...entry.props} />;
    case "messageLikes":
      return <dialogComponents.messageLikes {...entry.props} />;
    case "reportMessage":
      return <dialogComponents.reportMessage {...entry.props} />;
    case "chatSearch":
      return <dialogComponents.chatSearch {...entry.props} />;
    case "chatShared":
      return <dialogComponents.chatShared {...entry.props} />;
    case "menu":
      return <dialogComponents.menu {...entry.props} />;
    case "confirm":
      return <dialogComponents.confirm {...entry.props} />;
  }
};
