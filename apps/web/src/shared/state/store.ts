import { useSyncExternalStore } from "react";

/** A value that components follow and plain code may set. */
export interface Store<T> {
  get(): T;
  set(next: T | ((previous: T) => T)): void;
  subscribe(listener: () => void): () => void;
}

/** Makes a {@link Store}. Listeners hear of a change only when the value is another one. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      // A store never holds functions, so a function is always an updater.
      const computed = typeof next === "function" ? (next as (previous: T) => T)(value) : next;
      if (Object.is(computed, value)) return;
      value = computed;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Makes a {@link Store} that the browser keeps: read when it is first used, and written with each change. */
export const createStoredStore = <T>(stored: {
  readonly read: () => T;
  readonly write: (value: T) => void;
}): Store<T> => {
  let opened: Store<T> | null = null;
  const open = (): Store<T> => {
    if (opened) return opened;
    const store = createStore(stored.read());
    store.subscribe(() => stored.write(store.get()));
    opened = store;
    return store;
  };
  return {
    get: () => open().get(),
    set: (next) => open().set(next),
    subscribe: (listener) => open().subscribe(listener),
  };
};

/** Follows a store in a component. */
export const useStore = <T>(store: Pick<Store<T>, "get" | "subscribe">): T =>
  useSyncExternalStore(store.subscribe, store.get, store.get);

/**
 * Follows what `part` takes of a store: whatever else changes there draws nothing anew. What it takes must stay the same
 * value (`Object.is`) until it has changed.
 */
export const useStorePart = <T, Part>(store: Pick<Store<T>, "get" | "subscribe">, part: (value: T) => Part): Part => {
  const get = (): Part => part(store.get());
  return useSyncExternalStore(store.subscribe, get, get);
};
