/** Nothing of an earlier screen is left: all pages of one origin share these. */
export const clearStorage = async (): Promise<void> => {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) {
    const [name = ""] = cookie.split("=");
    // biome-ignore lint/suspicious/noDocumentCookie: as the wallet writes it
    if (name !== "") document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
  const files = await navigator.storage.getDirectory();
  for await (const name of files.keys()) await files.removeEntry(name, { recursive: true });
  const databases = await indexedDB.databases();
  await Promise.all(
    databases.map(
      ({ name = "" }) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error);
          // The frame of the screen before lets go of it as soon as it has ended; a screen that a test keeps open never does.
          request.onblocked = () => {
            const held = () => reject(new Error(`a screen that is still open holds the database '${name}'`));
            const timer = setTimeout(held, 10_000);
            request.onsuccess = () => {
              clearTimeout(timer);
              resolve();
            };
          };
        }),
    ),
  );
};
