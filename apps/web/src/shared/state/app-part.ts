/** A part of the app that is made once, by `app/`, and handed over. */
export interface AppPart<T> {
  readonly provide: (part: T) => void;
  /** @throws Error before it was handed over: a mistake of the page, not of the person. */
  readonly get: () => T;
}

/** A place for such a part. The module that names it makes nothing when it is loaded; a test hands over its own. */
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
