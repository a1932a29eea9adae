/** Has the browser save a text as a file. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads it a while after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
