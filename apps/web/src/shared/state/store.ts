import { useSyncExternalStore } from "react";

/** A value that components subscribe to and plain code may set. */
export interface Store<T> {
  get(): T;
  set(next: T | ((previous: T) => T)): void;
  subscribe(listener: () => void): () => void;
}

/** Creates a {@link Store}. Listeners are notified only when the value has changed. */
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

/** Creates a {@link Store} that the browser stores: read on first use, written with each change. */
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

/** Subscribes a component to a store. */
export const useStore = <T>(store: Pick<Store<T>, "get" | "subscribe">): T =>
  useSyncExternalStore(store.subscribe, store.get, store.get);

/**
 * Subscribes to a part of a store: other changes cause no render. `part` must return the same value (`Object.is`) until that has
 * changed.
 */
export const useStorePart = <T, Part>(store: Pick<Store<T>, "get" | "subscribe">, part: (value: T) => Part): Part => {
  const get = (): Part => part(store.get());
  return useSyncExternalStore(store.subscribe, get, get);
};
