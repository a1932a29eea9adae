/** Loads a part of the page, as a dynamic import does. */
export type LoadPart = <Module>(path: string, load: () => Promise<Module>) => Promise<Module>;

/** The parts of the page that are loaded on demand, each by its own `import()`: they arrive unless a test says otherwise. */
export const createScriptedParts = () => {
  const missing = new Set<string>();
  const held = new Map<string, Promise<void>>();
  const isOf = (path: string) => (name: string) => path.includes(name);

  const load: LoadPart = async (path, then) => {
    await Promise.all([...held].filter(([name]) => isOf(path)(name)).map(([, released]) => released));
    if ([...missing].some(isOf(path))) throw new TypeError(`Failed to fetch dynamically imported module: ${path}`);
    return then();
  };

  return {
    load,
    /** A part whose path contains this name (`WalletPage`) can't be loaded. Returns what mends it. */
    lose: (name: string): (() => void) => {
      missing.add(name);
      return () => void missing.delete(name);
    },
    /** A part whose path contains this name is on its way, until the returned function is called. */
    hold: (name: string): (() => void) => {
      let release = (): void => undefined;
      held.set(name, new Promise<void>((resolve) => (release = resolve)));
      return () => {
        held.delete(name);
        release();
      };
    },
  } as const;
};

export type ScriptedParts = ReturnType<typeof createScriptedParts>;
