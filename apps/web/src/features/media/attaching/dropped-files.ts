/** What was dropped or pasted. */
export interface DroppedFiles {
  readonly files: readonly File[];
  readonly hasFolder: boolean;
}

/**
 * Takes the files out of a drop or a paste, without folders: browsers give a folder as a file that can't be read. To be called in
 * the event itself, which alone may read its data.
 */
export const droppedFiles = ({ items, files }: Pick<DataTransfer, "items" | "files">): DroppedFiles => {
  const given = [...items].filter(({ kind }) => kind === "file");
  if (given.length === 0) return { files: [...files], hasFolder: false };
  // Optional, because browsers without it exist; their folders fail when they are read.
  const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry?.()?.isDirectory ?? false;
  const folders = new Set(given.filter(isFolder));
  return {
    files: given.flatMap((item) => (folders.has(item) ? [] : (item.getAsFile() ?? []))),
    hasFolder: folders.size > 0,
  };
};
