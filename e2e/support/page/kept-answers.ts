import type { Page } from "playwright-core";

/** Where a browser keeps what its pages have shown last. */
const keptAnswers = "tribe:v1:answers";
const setAside = "answers-set-aside";

/** Copies one table of answers over another, and returns the keys of what was copied. */
const copy = (page: Page, from: string, to: string): Promise<string[]> =>
  page.evaluate(
    async (names) => {
      const answered = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((done, fail) => {
          asked.onsuccess = () => done(asked.result);
          asked.onerror = () => fail(asked.error);
        });
      const open = (name: string) => {
        const opening = indexedDB.open(name);
        opening.onupgradeneeded = () => opening.result.createObjectStore("answers");
        return answered(opening);
      };
      const [source, target] = await Promise.all([open(names.from), open(names.to)]);
      const read = source.transaction("answers").objectStore("answers");
      const [keys, values] = await Promise.all([answered(read.getAllKeys()), answered(read.getAll())]);
      const write = target.transaction("answers", "readwrite").objectStore("answers");
      await answered(write.clear());
      await Promise.all(keys.map((key, index) => answered(write.put(values[index], key))));
      source.close();
      target.close();
      return keys.map(String);
    },
    { from, to },
  );

/** Sets a copy of what the browser keeps by now aside, and returns the keys of its answers. */
export const setAnswersAside = (page: Page): Promise<string[]> => copy(page, keptAnswers, setAside);

/** Puts back what was set aside: the browser knows no more than it did then. */
export const putAnswersBack = async (page: Page): Promise<void> => {
  await copy(page, setAside, keptAnswers);
};
