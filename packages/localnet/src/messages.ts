/** Reasons for which a localnet did not start. */
export type StartFailure = "port-taken" | "ledger-locked" | "ledger-unusable" | "bad-option" | "unexpected";

/** The messages from the forked process to `startLocalnet`. */
export type ChildMessage =
  | { readonly kind: "ready"; readonly rpcPort: number; readonly wsPort: number }
  | { readonly kind: "failed"; readonly failure: StartFailure; readonly message: string };

/** Sends a message to the parent process, if `startLocalnet` forked this one. */
export function sendToParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}
