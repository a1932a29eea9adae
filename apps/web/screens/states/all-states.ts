import type { ScreenState, States } from "./state.ts";

/** What a file of states exports: one object of them. */
type Files = Readonly<Record<string, Readonly<Record<string, States>>>>;

/** The lists of states, by the app that they belong to: their files' names begin the states' names. */
const lists: readonly Files[] = [import.meta.glob("./*.states.ts", { eager: true })];

const featureOf = (file: string): string => file.split("/").at(-1)?.replace(".states.ts", "") ?? file;

/** All named states by `feature/name`. */
export const states: ReadonlyMap<string, ScreenState> = new Map(
  lists.flatMap((files) =>
    Object.entries(files).flatMap(([file, exported]) =>
      Object.values(exported).flatMap((all) =>
        Object.entries(all).map(([name, state]) => [`${featureOf(file)}/${name}`, state] as const),
      ),
    ),
  ),
);

/** The named state. @throws Error when there is none */
export const stateOf = (name: string): ScreenState => {
  const state = states.get(name);
  if (!state) throw new Error(`no state is named '${name}'`);
  return state;
};
