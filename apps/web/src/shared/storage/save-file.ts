/** Hands a file to the browser's downloads. */
export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement("a");
  const url = URL.createObjectURL(file);
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
