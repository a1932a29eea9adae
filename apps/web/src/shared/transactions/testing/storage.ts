/** A `Storage` with these values, whose keys are its own properties as in a browser. @param isFull writing throws, as when its quota is used up */
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
