import type { DataStore } from "@tus/server";

/** How a stored file gets to a browser. */
export type Delivery =
  /** This process reads it: `path` below `root`. */
  | { readonly kind: "file"; readonly root: string; readonly path: string }
  /** The browser fetches it there itself, at once: the address is good for seconds. */
  | { readonly kind: "redirect"; readonly url: string };

/** What a browser is told of a file by whoever hands it over. */
export interface DeliveryHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Where uploads arrive and where files of messages stay. Keys are `<id>/<form>`. */
export interface Files {
  /** What the tus protocol writes to. */
  readonly uploads: DataStore;
  /** Gives a folder for files of a work, empty at first; it is gone when the work ends. */
  inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result>;
  /** The path of a finished upload's bytes. What has to be fetched for it lies in `folder`. */
  localUpload(id: string, folder: string): Promise<string>;
  /** Also of an upload that is not there any more. */
  removeUpload(id: string): Promise<void>;
  /** Keeps a file; one that is there under the same key is replaced. */
  store(key: string, path: string, contentType: string): Promise<void>;
  /** Removes all forms of a file. */
  remove(id: string): Promise<void>;
  deliver(key: string, headers: DeliveryHeaders): Promise<Delivery>;
  /** The path of a stored file's bytes, as `localUpload` gives an upload's. */
  localFile(key: string, folder: string): Promise<string>;
  /** Bytes that can still be written; null where nobody can tell. */
  freeBytes(): Promise<number | null>;
  close(): void;
}
