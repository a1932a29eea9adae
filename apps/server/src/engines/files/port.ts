import type { DataStore } from "@tus/server";

/** How a stored file gets to a browser. */
export type Delivery =
  /** This process reads it: `path` below `root`. */
  | { readonly kind: "file"; readonly root: string; readonly path: string }
  /** The browser fetches it there itself, immediately: the URL is valid for seconds. */
  | { readonly kind: "redirect"; readonly url: string };

/** The headers with which a file is served. */
export interface DeliveryHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Storage for uploads and for files of messages. Keys are `<id>/<form>`. */
export interface Files {
  /** What the tus protocol writes to. */
  readonly uploads: DataStore;
  /** Gives `work` an empty temporary folder, which is removed when it ends. */
  inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result>;
  /** The path of a finished upload's bytes. If they must be fetched, they are stored in `folder`. */
  localUpload(id: string, folder: string): Promise<string>;
  /** Does nothing when the upload does not exist. */
  removeUpload(id: string): Promise<void>;
  /** Stores a file; an existing one with the same key is replaced. */
  store(key: string, path: string, contentType: string): Promise<void>;
  /** Removes all forms of a file. */
  remove(id: string): Promise<void>;
  deliver(key: string, headers: DeliveryHeaders): Promise<Delivery>;
  /** The path of a stored file's bytes, as `localUpload` gives an upload's. */
  localFile(key: string, folder: string): Promise<string>;
  /** Bytes that can still be written; null when unknown. */
  freeBytes(): Promise<number | null>;
  close(): void;
}
