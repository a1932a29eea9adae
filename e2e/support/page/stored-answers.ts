import type { Page } from "playwright-core";

/** The database in which a browser caches the answers that its pages showed last. */
const answersDatabase = "tribe:v1:answers";
const setAside = "answers-set-aside";

/** Overwrites one table of answers with another, and returns the copied keys. */
const copy = (page: Page, from: string, to: string): Promise<string[]> =>
  page.evaluate(
    async (names) => {
      const answered = <T>(request: IDBRequest<T>) =>
        new Promise<T>((done, fail) => {
          request.onsuccess = () => done(request.result);
          request.onerror = () => fail(request.error);
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

/** Saves a copy of the browser's cached answers, and returns their keys. */
export const setAnswersAside = (page: Page): Promise<string[]> => copy(page, answersDatabase, setAside);

/** Restores the saved copy: the cache is as it was then. */
export const putAnswersBack = async (page: Page): Promise<void> => {
  await copy(page, setAside, answersDatabase);
};
