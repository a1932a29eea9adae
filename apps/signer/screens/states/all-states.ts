import type { WalletState } from "./state.ts";

/** All named states by `feature/name`: each file of states exports one object of them. */
export const walletStates: ReadonlyMap<string, WalletState> = new Map(
  Object.entries(
    import.meta.glob<Record<string, Record<string, WalletState>>>("./*.states.ts", { eager: true }),
  ).flatMap(([file, exported]) => {
    const feature = file.replace("./", "").replace(".states.ts", "");
    return Object.values(exported).flatMap((all) =>
      Object.entries(all).map(([name, state]) => [`${feature}/${name}`, state] as const),
    );
  }),
);
