import {
  type AccountRecord,
  type AccountStore,
  findRecovery,
  readRecord,
  StorageError,
} from "../storage/account-record.ts";

/** A browser's storage in memory. `failPut` simulates a crash between two steps. */
export interface MemoryAccountStore extends AccountStore {
  readonly records: Map<string, AccountRecord>;
  /** Makes the put with this number from now (1 is the next) fail. */
  failPut(number: number): void;
}

export const createMemoryAccountStore = (): MemoryAccountStore => {
  const records = new Map<string, AccountRecord>();
  let untilFailure = 0;
  let queue: Promise<unknown> = Promise.resolve();
  return {
    records,
    failPut: (number) => {
      untilFailure = number;
    },
    get: async (uid) => readRecord(uid, records.get(uid)),
    findByRecovery: async (request) => findRecovery([...records.values()], request),
    put: async (record) => {
      if (untilFailure > 0 && --untilFailure === 0) throw new StorageError("the disk is full");
      records.set(record.uid, structuredClone(record));
    },
    exclusive: (_uid, run) => {
      const result = queue.then(run);
      queue = result.catch(() => undefined);
      return result;
    },
  };
};
