import type { Attachment, MediaForm } from "@tribe/contract";
import { createStore, useStorePart } from "../../../shared/state/store.ts";

/** Addresses of a file that this page has: shown from here, a sent picture needs no download. */
export interface LocalMedia {
  /** Object URLs; null for what can't be shown from here. */
  readonly full: string | null;
  readonly poster: string | null;
  /** The server has no file by this name yet. */
  readonly isOnlyHere: boolean;
}

/** As many as a room shows at once, and some more: an object URL keeps its file open. */
const maxEntries = 120;

/** By a pending file's key, and by the attachment's id once the server has it. The newest last. */
const known = createStore<ReadonlyMap<string, LocalMedia>>(new Map());

const revoke = (gone: LocalMedia): void => {
  const isUsed = (url: string): boolean =>
    [...known.get().values()].some(({ full, poster }) => url === full || url === poster);
  for (const url of [gone.full, gone.poster]) if (url !== null && !isUsed(url)) URL.revokeObjectURL(url);
};

const remove = (id: string): void => {
  const gone = known.get().get(id);
  if (!gone) return;
  known.set((all) => new Map([...all].filter(([each]) => each !== id)));
  revoke(gone);
};

const put = (id: string, media: LocalMedia): void => {
  const before = known.get().get(id);
  known.set((all) => new Map([...all].filter(([each]) => each !== id)).set(id, media));
  if (before) revoke(before);
  const oldest = [...known.get()].find(([, { isOnlyHere }]) => !isOnlyHere);
  if (oldest && known.get().size > maxEntries) remove(oldest[0]);
};

/** The files that this page can show without the server. */
export const localMedia = {
  of: (id: string): LocalMedia | undefined => known.get().get(id),
  /** Shows a file that was chosen. `file` is null for one that the browser has lost. */
  add: (key: string, file: Blob | null): void =>
    put(key, { full: file && URL.createObjectURL(file), poster: null, isOnlyHere: true }),
  addPoster: (key: string, poster: Blob): void => {
    const media = known.get().get(key);
    if (media) put(key, { ...media, poster: URL.createObjectURL(poster) });
  },
  /**
   * The server has the file by this id: its picture is still shown from here. A sound or a video is played as the server has
   * made it, in which people can seek.
   */
  alias: ({ id, kind }: Attachment, key: string): void => {
    const media = known.get().get(key);
    if (kind !== "image" && kind !== "video") return;
    if (media?.full) put(id, { ...media, full: kind === "image" ? media.full : null, isOnlyHere: false });
  },
  /** It can't be shown from here (any more). */
  fail: (id: string): void => {
    if (known.get().get(id)?.isOnlyHere) put(id, { full: null, poster: null, isOnlyHere: true });
    else remove(id);
  },
  remove,
} as const;

/** The address of a file's form in this page. Undefined where the server has to be asked; null for nothing to show. */
export const localUrl = (id: string, form: MediaForm): string | null | undefined => {
  const media = known.get().get(id);
  return media && ((form === "poster" ? media.poster : media.full) ?? (media.isOnlyHere ? null : undefined));
};

/** {@link localUrl} as a hook. */
export const useLocalUrl = (id: string, form: MediaForm): string | null | undefined =>
  useStorePart(known, () => localUrl(id, form));
