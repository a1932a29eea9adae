import { addressSchema } from "@tribe/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { createQueryClient, provideQueryClient } from "../../shared/api/query-client.ts";
import { emptyStack } from "../../shared/dialogs/dialog-stack.ts";
import { dialogStack } from "../../shared/dialogs/dialogs.ts";
import type { Intent } from "../../shared/flow/flow.ts";
import { openGate } from "./open-gate.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
beforeEach(() => {
  provideQueryClient(createQueryClient());
  vi.stubGlobal("document", { activeElement: null });
});
afterEach(() => {
  dialogStack.set(emptyStack);
  vi.unstubAllGlobals();
});

it.each<[Intent["kind"], Intent, string, string]>([
  [
    "trade",
    {
      kind: "trade",
      mint,
      direction: "buy",
      amountText: "",
      inSol: false,
      wantsEntry: false,
      wantsSpare: null,
      stage: "open",
      lamportsRequired: null,
    },
    "Please sign in first",
    "Sign in to buy",
  ],
  ["join", { kind: "join", mint }, "", "Sign in to take your seat"],
])("asks who wants to %s to sign in, in the dialog itself, which says what for", (_, intent, description, title) => {
  openGate("signIn", { intent, startedAt: 0, skipped: [], isNewcomer: false, hasMetWallet: false, wantsFunds: false });
  expect(dialogStack.get()).toMatchObject({ entries: [{ name: "signIn", props: { description, title } }] });
});
