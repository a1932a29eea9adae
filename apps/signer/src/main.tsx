import "./signer.css";
import { createRoot } from "react-dom/client";
import * as z from "zod/mini";
import { nodeAt } from "./chain/ask-node.ts";
import { awaitApp } from "./channel/handshake.ts";
import { loadConfig } from "./config.ts";
import { startSigner } from "./signer.ts";
import { describeTransactionBy } from "./signing/describe-transaction.ts";
import { openAccountStore } from "./storage/idb-account-store.ts";
import { SignerApp } from "./view/SignerApp.tsx";

// The page's policy forbids making code out of strings; zod must not even try.
z.config({ jitless: true });

const start = async (root: HTMLElement): Promise<void> => {
  if (window.parent === window) {
    root.textContent = "This page is the wallet's frame. It opens inside Tribe.";
    return;
  }
  const config = await loadConfig();
  const port = await awaitApp(config, window);
  const askNode = nodeAt({ rpcUrl: config.rpcUrl });
  const signer = startSigner({
    config,
    port,
    store: openAccountStore(),
    describeTransaction: describeTransactionBy(askNode),
    askNode,
    onTheme: (theme) => {
      document.documentElement.dataset.theme = theme;
    },
  });
  createRoot(root).render(<SignerApp signer={signer} />);
};

const root = document.querySelector<HTMLElement>("#root");
if (root)
  start(root).catch(() => {
    root.setAttribute("role", "alert");
    root.textContent = "The wallet didn't load. Check your connection and open this again.";
  });
