import { toBase64 } from "../../src/keys/bytes.ts";
import { tokenOnChain } from "../../src/testing/chain-answers.ts";
import { buyMessage } from "../../src/testing/messages.ts";
import { nodeWith } from "../fixtures/chain.ts";
import { walletScript } from "../server/wallet-script.ts";
import type { WalletState } from "./state.ts";

export const confirmStates = {
  buy: {
    server: async () => {
      const script = await walletScript();
      script.server.answerNode(await nodeWith(tokenOnChain));
      return script;
    },
    asks: async (wallet) => ({
      method: "signTransaction",
      message: toBase64(await buyMessage(wallet)),
      view: { title: "Buy", description: "Buy 5 tokens" },
    }),
  },
} as const satisfies Record<string, WalletState>;
