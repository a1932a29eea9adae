import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { provideNavigation } from "../shared/navigation/navigation.ts";
import { nextTask } from "../shared/time/idle.ts";
import { App } from "./App.tsx";
import type { PageOptions } from "./build.ts";
import { makeRouter } from "./router.tsx";
import { followWorker } from "./shell/worker/follow-worker.ts";
import { registerWorker } from "./shell/worker/register-worker.ts";

/**
 * Renders the page. The server's shell stays until the page can be rendered, with no empty moment between the two.
 * @throws Error when the document has no element for it
 */
export const draw = async ({ history }: Pick<PageOptions, "history"> = {}): Promise<void> => {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  // Without a secure context there is no SubtleCrypto: neither signed calls nor a wallet.
  if (!isSecureContext) {
    const { InsecureContextPage } = await import("./shell/InsecureContextPage.tsx");
    createRoot(root).render(<InsecureContextPage />);
    return;
  }
  const router = makeRouter(history);
  provideNavigation({ openChat: (mint) => void router.navigate({ to: "/chat/$mint", params: { mint } }) });
  await nextTask();
  await router.load().catch(() => undefined); // the page says what could not be loaded
  await nextTask();
  const page = createRoot(root);
  // A transition renders in slices: a slow phone can handle input meanwhile.
  startTransition(() =>
    page.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
  void registerWorker();
  followWorker(router);
};
