import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Base64, Credentials } from "@tribe/contract";
import { writeFileAtomically } from "../files.ts";

/** A person's device data that is stored between runs. */
export interface PersonState {
  readonly email: string;
  readonly credentials: Credentials | null;
  readonly device: DeviceState | null;
}

/** The device's part of the wallet. In a browser these keys cannot be extracted; a test person stores them in a file. */
export interface DeviceState {
  readonly uid: string;
  /** SPKI of the P-256 public key. */
  readonly publicKey: Base64;
  /** PKCS #8 of the P-256 private key. */
  readonly privateKey: Base64;
  /** Device shares by version; more than one while a sharing is being replaced. */
  readonly shares: readonly { readonly version: number; readonly address: string; readonly share: Base64 }[];
}

/** Stores the state of one person. */
export interface PersonStore {
  load(): Promise<PersonState | null>;
  save(state: PersonState): Promise<void>;
}

/** A store that lives as long as the process. */
export const memoryStore = (): PersonStore => {
  let kept: PersonState | null = null;
  return {
    load: async () => kept,
    save: async (state) => {
      kept = state;
    },
  };
};

/** A store in a file of mode 0600: the person is the same after a restart. */
export const fileStore = (path: string): PersonStore => ({
  load: async () => {
    const text = await readFile(path, "utf8").catch(() => null);
    return text === null ? null : (JSON.parse(text) as PersonState); // only save() writes there
  },
  save: async (state) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFileAtomically(path, JSON.stringify(state));
  },
});
