import "./styles.css";
import "./shared/theme.ts";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { InsecureContextPage } from "./app/InsecureContextPage.tsx";
import { router } from "./app/router.tsx";
import { watchFailures } from "./app/watch-failures.ts";
import { takeFirstData } from "./first-data.ts";
import { access } from "./shared/access.ts";
import { lasting } from "./shared/browser-storage.ts";
import { keepFaces, restoreFaces } from "./shared/faces/faces.ts";
import { rememberInviter } from "./shared/inviter.ts";
import { queryClient } from "./shared/query-client.ts";

rememberInviter(location.search);
watchFailures();
restoreFaces(queryClient, lasting);
// Before the first data, which are worth keeping, too.
keepFaces(queryClient, lasting);
takeFirstData(queryClient, access.get().session !== null);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// Without a secure context there is no SubtleCrypto: neither signed calls nor a wallet.
const draw = (): void => {
  const page = createRoot(root);
  // A transition is drawn in slices: a slow phone answers a finger meanwhile, and the shell stands until all is there.
  startTransition(() => page.render(<StrictMode>{isSecureContext ? <App /> : <InsecureContextPage />}</StrictMode>));
};

// The shell that came with the page stands until the page itself can be drawn: no empty moment between the two. Not
// awaited here: what is loaded then waits for this module.
if (isSecureContext) void router.load().then(draw, draw);
else draw();
