/** @throws Error for what is no id: a job says whose files to remove, and whoever may add jobs must not choose a folder, or all, with it. */
export const requireFileId = (id: string): string => {
  if (!/^[\w-]+$/.test(id)) throw new Error("no file has such an id");
  return id;
};
