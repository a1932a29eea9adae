/**
 * Replaces a part of a field's text as typing does, so that the browser's undo takes it back; the field reports it as typed.
 * @returns false if this browser can't
 */
export const typeInto = (
  field: HTMLTextAreaElement,
  { from, to, piece }: { readonly from: number; readonly to: number; readonly piece: string },
): boolean => {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, but in all browsers, and nothing else writes into what undo knows.
  return document.execCommand(piece === "" ? "delete" : "insertText", false, piece);
};
