/** A browser's storage, as far as it is used: values are its own keys. @param isFull it takes nothing. */
export const storageOf = (values: Record<string, string>, isFull = false): Storage =>
  Object.assign(
    Object.create({
      getItem: (key: string) => values[key] ?? null,
      setItem(this: Record<string, string>, key: string, text: string) {
        if (isFull) throw new DOMException("full", "QuotaExceededError");
        values[key] = text;
        this[key] = text;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete values[key];
        delete this[key];
      },
    }),
    values,
  ) as Storage; // the rest of its methods nobody calls here
