/** The database in which a browser keeps the answers that its pages showed last. */
const database = "tribe:v1:answers";

const answered = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/** The keys of the answers that this browser has kept so far, as one text: `["myChats"]`. */
export const keptAnswers = async (): Promise<string> => {
  const opening = indexedDB.open(database);
  // As the page makes it, should the test look first.
  opening.onupgradeneeded = () => opening.result.createObjectStore("answers");
  const opened = await answered(opening);
  try {
    return (await answered(opened.transaction("answers").objectStore("answers").getAllKeys())).join();
  } finally {
    opened.close();
  }
};
