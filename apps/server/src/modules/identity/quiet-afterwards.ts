import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from "@better-auth/core/context";

/**
 * Runs better-auth's calls and, when the last of them under way has ended, puts away the contexts that they leave: from the
 * first sign-in on Node would follow each promise of the whole process for their sake, which a trade has hundreds of.
 */
export const quietAfterwards = (): (<T>(call: () => Promise<T>) => Promise<T>) => {
  let underWay = 0;
  return async (call) => {
    underWay += 1;
    try {
      return await call();
    } finally {
      underWay -= 1;
      const storages = await Promise.all([
        getCurrentAuthContextAsyncLocalStorage(),
        getCurrentDBAdapterAsyncLocalStorage(),
        getRequestStateAsyncLocalStorage(),
      ]);
      // Another call may have begun meanwhile, and needs what it has put there.
      if (underWay === 0) for (const storage of storages) storage.disable();
    }
  };
};
