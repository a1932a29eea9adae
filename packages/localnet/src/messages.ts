/** Why a localnet did not start. */
export type StartFailure = "port-taken" | "ledger-locked" | "ledger-unusable" | "bad-option" | "unexpected";

/** What the forked process tells `startLocalnet`. */
export type ChildMessage =
  | { readonly kind: "ready"; readonly rpcPort: number; readonly wsPort: number }
  | { readonly kind: "failed"; readonly failure: StartFailure; readonly message: string };
