/** Why a localnet did not start. */
export type StartFailure = "port-taken" | "ledger-locked" | "ledger-unusable" | "bad-option" | "unexpected";

/** What the forked process tells `startLocalnet`. */
export type ChildMessage =
  | { readonly kind: "ready"; readonly rpcPort: number; readonly wsPort: number }
  | { readonly kind: "failed"; readonly failure: StartFailure; readonly message: string };

/** Tells the parent process, if this one was forked by `startLocalnet`. */
export function sendToParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}
