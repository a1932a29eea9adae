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

/** The focused element before the first dialog opened; it gets the focus back after the last one closes. */
let opener: Element | null = null;

/** The element to focus when no dialog is open any more; null if it was removed. */
export const focusAfterDialogs = (): HTMLElement | null =>
  opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;

/**
 * A dialog that opened by itself, as after the return from the card page, has no element to return the focus to, and the opener
 * may have been removed. Then the page gets the focus, or keys would start above the page's header.
 */
const keepFocus = (): void => {
  if (dialogStack.get().entries.length > 0 || document.activeElement !== document.body) return;
  document.getElementById("main")?.focus({ preventScroll: true });
};

/** The one stack of dialogs: any part of the app opens dialogs with it, the shell shows the active one. */
export const dialogStack = createStore<DialogStack>(emptyStack);

export const dialogs = {
  open: <Name extends DialogName>(name: Name, props: DialogPropsByName[Name], options?: OpenOptions): void => {
    if (dialogStack.get().entries.length === 0) opener = document.activeElement;
    dialogStack.set((stack) => openDialog(stack, name, props, options));
  },
  /** Closes a dialog whose work is finished, also if it is busy. */
  finish: (id: number): void => dialogStack.set((stack) => closeDialog(setDialogBusy(stack, id, false), id)),
  /** Like `finish`, for all dialogs with these names. */
  finishNamed: (...names: DialogName[]): void => {
    for (const { id, name } of dialogStack.get().entries) if (names.includes(name)) dialogs.finish(id);
  },
  remove: (id: number): void => {
    dialogStack.set((stack) => removeDialog(stack, id));
    setTimeout(keepFocus);
  },
  setBusy: (id: number, isBusy: boolean): void => dialogStack.set((stack) => setDialogBusy(stack, id, isBusy)),
  /** Closes a dialog for the person, and notifies its opener. */
  dismiss: (id: number): void => {
    const entry = dialogStack.get().entries.find((candidate) => candidate.id === id);
    if (!entry || entry.isBusy || entry.isClosing) return;
    dialogStack.set((stack) => closeDialog(stack, id));
    entry.onDismiss?.();
  },
  active: () => activeDialog(dialogStack.get()),
} as const;

const open = () => dialogStack.get().entries.filter(({ isClosing }) => !isClosing);

/** The open dialogs, in the form that the browser's history needs. */
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

/** The id of the dialog around a component. */
export const DialogIdContext = createContext<number>(0);

/** Closes the dialog around the calling component. */
export const useCloseThisDialog = (): (() => void) => {
  const id = useContext(DialogIdContext);
  return useCallback(() => dialogs.finish(id), [id]);
};
