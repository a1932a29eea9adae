import "./page.css";
import { type ApiCall, base64Schema } from "@tribe/contract";
import { Dialog } from "@tribe/ui/dialog";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { WalletProvider } from "../../../web/src/features/wallet/index.ts";
import { useWallet } from "../../../web/src/shared/wallet/wallet.ts";

/** A minimal app: a wallet, and one dialog at a time, driven by the page's query. */
const query = new URLSearchParams(location.search);
const theme = query.get("theme") === "light" ? "light" : "dark";
document.documentElement.dataset.theme = theme;

const title = query.get("title") ?? "Buy";
const spendLabel = query.get("spendLabel") === "Max SOL Required" ? { spendLabel: "Max SOL Required" as const } : {};

const api = (async () => (await fetch("/token")).json()) as ApiCall; // only the wallet token is ever requested here

const App = () => {
  const { WalletFrame, ...wallet } = useWallet();
  const [result, setResult] = useState("");
  const [phase, setPhase] = useState("");
  const [shown, setShown] = useState(false);
  const message = base64Schema.parse(query.get("message") ?? "");
  return (
    <main className="p-4">
      <p id="state">{wallet.state.kind}</p>
      <p id="failure">{wallet.state.kind === "failed" ? wallet.state.error.message : ""}</p>
      <p id="address">{wallet.address}</p>
      <p id="phase">{phase}</p>
      <p id="result">{result}</p>
      <button
        type="button"
        onClick={() => {
          setResult("");
          setShown(true);
        }}
      >
        Open
      </button>
      <Dialog open={shown && !result} onClose={() => setResult("closed")} focusAfter={() => null} title={title}>
        <div style={{ height: `${query.get("above") ?? 0}px` }} />
        <div id="dialog">
          {query.get("mode") === "recover" ? (
            <WalletFrame
              request={{ method: "recover" }}
              onResult={(address) => setResult(`recovered ${address}`)}
              onDeclined={() => setResult("declined")}
              onError={(error) => setResult(`error ${error.code}`)}
              onPhase={setPhase}
            />
          ) : (
            <WalletFrame
              request={{
                method: "signTransaction",
                message,
                view: { title, description: query.get("description") ?? "Buy 5 tokens", ...spendLabel },
              }}
              onResult={(signature) => setResult(`signed ${signature}`)}
              onDeclined={() => setResult("declined")}
              onError={(error) => setResult(`error ${error.code}`)}
              onPhase={setPhase}
            />
          )}
        </div>
      </Dialog>
    </main>
  );
};

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <WalletProvider api={api} signerUrl={query.get("signer")} uid="uid-of-a-test" theme={theme}>
      <App />
    </WalletProvider>,
  );
