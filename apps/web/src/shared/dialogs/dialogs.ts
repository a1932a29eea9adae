import { createContext, useCallback, useContext } from "react";
import { createStore } from "../state/store.ts";
import {
  activeDialog,
  closeDialog,
  type DialogStack,
  emptyStack,
  type OpenOptions,
  openDialog,
  removeDialog,
  setDialogBusy,
} from "./dialog-stack.ts";
import type { DialogName, DialogPropsByName } from "./names.ts";

/** What had the focus before the first of the open dialogs; it gets the focus back after the last. */
let opener: Element | null = null;

/** Where the focus belongs when no dialog is open any more; null when that is gone. */
export const focusAfterDialogs = (): HTMLElement | null =>
  opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;

/**
 * A dialog that came by itself, as after the way back from the card page, has nothing to give the focus back to, and what had opened
 * one may be gone: the page itself has it then, or keys would begin above the page's head.
 */
const keepFocus = (): void => {
  if (dialogStack.get().entries.length > 0 || document.activeElement !== document.body) return;
  document.getElementById("main")?.focus({ preventScroll: true });
};

/** The one stack of dialogs: any part of the app opens a dialog through it, the shell shows the active one. */
export const dialogStack = createStore<DialogStack>(emptyStack);

export const dialogs = {
  open: <Name extends DialogName>(name: Name, props: DialogPropsByName[Name], options?: OpenOptions): void => {
    if (dialogStack.get().entries.length === 0) opener = document.activeElement;
    dialogStack.set((stack) => openDialog(stack, name, props, options));
  },
  /** The app closes it because its work is over: also a busy one. */
  finish: (id: number): void => dialogStack.set((stack) => closeDialog(setDialogBusy(stack, id, false), id)),
  /** As `finish`, for all dialogs of these names. */
  finishNamed: (...names: DialogName[]): void => {
    for (const { id, name } of dialogStack.get().entries) if (names.includes(name)) dialogs.finish(id);
  },
  remove: (id: number): void => {
    dialogStack.set((stack) => removeDialog(stack, id));
    setTimeout(keepFocus);
  },
  setBusy: (id: number, isBusy: boolean): void => dialogStack.set((stack) => setDialogBusy(stack, id, isBusy)),
  /** The person closes it: whoever opened it is told. */
  dismiss: (id: number): void => {
    const entry = dialogStack.get().entries.find((candidate) => candidate.id === id);
    if (!entry || entry.isBusy || entry.isClosing) return;
    dialogStack.set((stack) => closeDialog(stack, id));
    entry.onDismiss?.();
  },
  active: () => activeDialog(dialogStack.get()),
} as const;

const open = () => dialogStack.get().entries.filter(({ isClosing }) => !isClosing);

/** The open dialogs as the browser's history follows them. */
export const openDialogs = {
  count: () => open().length,
  isAnyBusy: () => open().some(({ isBusy }) => isBusy),
  isTopBusy: () => open().at(-1)?.isBusy ?? false,
  dismissTop: (): void => {
    const top = open().at(-1);
    if (top) dialogs.dismiss(top.id);
  },
  subscribe: dialogStack.subscribe,
} as const;

/** Which dialog a component stands in. */
export const DialogIdContext = createContext<number>(0);

/** Closes the dialog that the caller stands in. */
export const useCloseThisDialog = (): (() => void) => {
  const id = useContext(DialogIdContext);
  return useCallback(() => dialogs.finish(id), [id]);
};
