/** A part of the app that `app/` creates once and provides. */
export interface AppPart<T> {
  readonly provide: (part: T) => void;
  /** @throws Error before it was provided: a bug of the page. */
  readonly get: () => T;
}

/** A place for such a part. Loading the module creates nothing; tests provide their own part. */
export const appPart = <T>(name: string): AppPart<T> => {
  let handed: { readonly part: T } | null = null;
  return {
    provide: (part) => {
      handed = { part };
    },
    get: () => {
      if (handed === null) throw new Error(`${name} is used before the app has made it`);
      return handed.part;
    },
  };
};
