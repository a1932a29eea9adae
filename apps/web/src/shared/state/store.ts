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

/** Follows a store in a component. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get);
