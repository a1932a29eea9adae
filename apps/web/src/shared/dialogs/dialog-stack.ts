import type { DialogName, DialogPropsByName } from "./names.ts";

/** One opened dialog. `props` belong to `name`. */
export type DialogEntry = {
  [Name in DialogName]: {
    readonly id: number;
    readonly name: Name;
    readonly props: DialogPropsByName[Name];
    /** Set while closing the dialog would lose work in progress. */
    readonly isBusy: boolean;
    /** Closing: still shown until its closing animation has ended. */
    readonly isClosing: boolean;
    /** Called when the person closes it, not when the app does. */
    readonly onDismiss: (() => void) | null;
  };
}[DialogName];

/** All opened dialogs, oldest first; the last one is active. */
export interface DialogStack {
  readonly nextId: number;
  readonly entries: readonly DialogEntry[];
}

export const emptyStack: DialogStack = { nextId: 1, entries: [] };

/** The most recently opened dialog; the one that is shown. */
export const activeDialog = (stack: DialogStack): DialogEntry | null => stack.entries.at(-1) ?? null;

export interface OpenOptions {
  readonly onDismiss?: () => void;
  /** Replaces the active dialog instead of opening above it. */
  readonly replace?: boolean;
}

/**
 * Opens a dialog on top. A dialog of the same name is replaced. While the active dialog is busy it stays active, and the new one
 * is placed beneath it.
 */
export const openDialog = <Name extends DialogName>(
  stack: DialogStack,
  name: Name,
  props: DialogPropsByName[Name],
  options: OpenOptions = {},
): DialogStack => {
  // Name and props belong to the same Name, as the union requires.
  const entry = {
    id: stack.nextId,
    name,
    props,
    isBusy: false,
    isClosing: false,
    onDismiss: options.onDismiss ?? null,
  } as unknown as DialogEntry;
  const active = activeDialog(stack);
  const kept = stack.entries.filter(
    (other) => other === active || (!other.isClosing && (other.name !== name || other.isBusy)),
  );
  const below = kept.filter((other) => other !== active);
  if (!active) return { nextId: stack.nextId + 1, entries: [entry] };
  if (active.isBusy) return { nextId: stack.nextId + 1, entries: [...below, entry, active] };
  const isGone = options.replace || active.isClosing || active.name === name;
  return { nextId: stack.nextId + 1, entries: isGone ? [...below, entry] : [...below, active, entry] };
};

const change = (stack: DialogStack, id: number, patch: { isBusy?: boolean; isClosing?: boolean }): DialogStack => ({
  ...stack,
  entries: stack.entries.map((entry) => (entry.id === id ? { ...entry, ...patch } : entry)),
});

/** Begins closing a dialog: its animation first, then {@link removeDialog}. A busy one stays. */
export const closeDialog = (stack: DialogStack, id: number): DialogStack => {
  const entry = stack.entries.find((candidate) => candidate.id === id);
  if (!entry || entry.isBusy) return stack;
  return entry === activeDialog(stack) ? change(stack, id, { isClosing: true }) : removeDialog(stack, id);
};

/** Removes a dialog; the one below becomes active again. */
export const removeDialog = (stack: DialogStack, id: number): DialogStack => ({
  ...stack,
  entries: stack.entries.filter((entry) => entry.id !== id),
});

export const setDialogBusy = (stack: DialogStack, id: number, isBusy: boolean): DialogStack =>
  stack.entries.some((entry) => entry.id === id && entry.isBusy !== isBusy) ? change(stack, id, { isBusy }) : stack;
