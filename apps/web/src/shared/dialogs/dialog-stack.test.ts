import { describe, expect, it } from "vitest";
import {
  activeDialog,
  closeDialog,
  type DialogStack,
  emptyStack,
  openDialog,
  removeDialog,
  setDialogBusy,
} from "./dialog-stack.ts";

const text = { title: "How it works", isOnboarding: false };
const signIn = { title: "Sign in", description: "" };
const wallet = { title: "Your wallet", description: "" };
const names = (stack: DialogStack) => stack.entries.map(({ name }) => name);
const idOf = (stack: DialogStack) => activeDialog(stack)?.id ?? 0;

describe("the stack of dialogs", () => {
  it("makes the most recently opened dialog the active one", () => {
    const stack = openDialog(openDialog(emptyStack, "text", text), "signIn", signIn);
    expect(activeDialog(stack)?.name).toBe("signIn");
    expect(names(stack)).toEqual(["text", "signIn"]);
  });

  it("shows the one below again when the active one is gone", () => {
    const stack = openDialog(openDialog(emptyStack, "text", text), "signIn", signIn);
    const closing = closeDialog(stack, idOf(stack));
    expect(activeDialog(closing)).toMatchObject({ name: "signIn", isClosing: true });
    expect(activeDialog(removeDialog(closing, idOf(closing)))?.name).toBe("text");
  });

  it("keeps one of a name", () => {
    const stack = openDialog(openDialog(emptyStack, "text", text), "text", { ...text, isOnboarding: true });
    expect(stack.entries).toHaveLength(1);
    expect(activeDialog(stack)?.props).toEqual({ ...text, isOnboarding: true });
  });

  it("puts a replacement in the place of the active dialog", () => {
    const stack = openDialog(openDialog(emptyStack, "text", text), "signIn", signIn, { replace: true });
    expect(names(stack)).toEqual(["signIn"]);
  });

  it("puts a new dialog in the place of one that is closing", () => {
    const first = openDialog(emptyStack, "text", text);
    expect(names(openDialog(closeDialog(first, idOf(first)), "signIn", signIn))).toEqual(["signIn"]);
  });

  it("does not close a busy dialog", () => {
    const open = openDialog(emptyStack, "walletSetup", wallet);
    const busy = setDialogBusy(open, idOf(open), true);
    expect(closeDialog(busy, idOf(busy))).toBe(busy);
    const free = setDialogBusy(busy, idOf(busy), false);
    expect(activeDialog(closeDialog(free, idOf(free)))?.isClosing).toBe(true);
  });

  it("keeps a new dialog beneath a busy one, also if it would replace it", () => {
    const open = openDialog(emptyStack, "walletSetup", wallet);
    const busy = setDialogBusy(open, idOf(open), true);
    expect(names(openDialog(busy, "text", text))).toEqual(["text", "walletSetup"]);
    expect(names(openDialog(busy, "text", text, { replace: true }))).toEqual(["text", "walletSetup"]);
  });

  it("gives every dialog an id of its own", () => {
    const stack = openDialog(openDialog(emptyStack, "text", text), "signIn", signIn);
    const again = openDialog(removeDialog(stack, idOf(stack)), "signIn", signIn);
    expect(new Set([...stack.entries, ...again.entries].map(({ id }) => id)).size).toBe(3);
  });
});
