import { storageReasons } from "@tribe/domain/words";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type AccountRecord, type AccountStore, findRecovery, readRecord, StorageError } from "./account-record.ts";

interface SignerDatabase extends DBSchema {
  accounts: { key: string; value: AccountRecord };
}

const databaseVersion = 1;

/** A browser's database may never answer; until then nobody knows. Milliseconds. */
const silentAfterMs = 15_000;

/** Opens the store of the signer's origin and asks the browser to keep it. @throws StorageError from every call when it cannot. */
export const openAccountStore = (): AccountStore => {
  let opened: Promise<IDBPDatabase<SignerDatabase>> | null = null;
  const database = () => {
    opened ??= openDB<SignerDatabase>("tribe-signer", databaseVersion, {
      upgrade: (db) => {
        db.createObjectStore("accounts", { keyPath: "uid" });
      },
      terminated: () => {
        opened = null;
      },
    });
    return opened;
  };
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StorageError(storageReasons.silent)), silentAfterMs);
    });
    try {
      return await Promise.race([run(), silence]);
    } catch (cause) {
      if (cause instanceof StorageError) throw cause;
      opened = null;
      throw new StorageError(storageReasons.keepsNothing, { cause });
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    get: (uid) => guarded(async () => readRecord(uid, await (await database()).get("accounts", uid))),
    findByRecovery: (request) =>
      guarded(async () => findRecovery(await (await database()).getAll("accounts"), request)),
    put: (record) =>
      guarded(async () => {
        await (await database()).put("accounts", record);
        // Without the grant the browser may still evict the data when space is short; then recovery is needed.
        await navigator.storage?.persist?.().catch(() => false);
      }),
    exclusive: async (uid, run) => {
      let hasBegun = false;
      try {
        return await navigator.locks.request(`tribe-signer:${uid}`, () => {
          hasBegun = true;
          return run();
        });
      } catch (error) {
        if (hasBegun) throw error;
        throw new StorageError(storageReasons.keepsNothing, { cause: error });
      }
    },
  };
};
