import "./styles.css";
import "./shared/theme.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { InsecureContextPage } from "./app/InsecureContextPage.tsx";
import { watchFailures } from "./app/watch-failures.ts";
import { rememberInviter } from "./shared/inviter.ts";

rememberInviter(location.search);
watchFailures();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
// Without a secure context there is no SubtleCrypto: neither signed calls nor a wallet.
createRoot(root).render(<StrictMode>{isSecureContext ? <App /> : <InsecureContextPage />}</StrictMode>);
