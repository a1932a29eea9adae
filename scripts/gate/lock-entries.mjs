// What package-lock.json says of packages and of all that they load in turn.

/**
 * The fields of an entry that are read here.
 * @typedef {{ version?: string, integrity?: string, link?: boolean, resolved?: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Entry
 */
/** @typedef {Record<string, Entry>} Lock `packages` of package-lock.json */

/**
 * Where Node finds a package from a place: in its own node_modules, or in the nearest above it.
 * @param {Lock} lock
 * @param {string} from a key of the lock
 * @param {string} name
 */
const find = (lock, from, name) => {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/")))) {
    const key = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
    if (lock[key]) return key;
    if (place === "") return null;
  }
};

/**
 * One line for each of the packages and for each that these need, with version and hash: it changes if another one is installed.
 * @param {Lock} lock
 * @param {string[]} packages keys of the lock, such as `node_modules/zod`
 * @returns {string[]} sorted
 */
export const lockLines = (lock, packages) => {
  /** @type {Set<string>} */
  const found = new Set();
  const rest = [...packages];
  for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
    const entry = lock[key];
    // A link is a workspace of ours, whose files count themselves.
    if (found.has(key) || entry?.link) continue;
    found.add(key);
    for (const name of Object.keys({
      ...entry?.dependencies,
      ...entry?.optionalDependencies,
      ...entry?.peerDependencies,
    })) {
      const next = find(lock, key, name);
      if (next) rest.push(next);
    }
  }
  return [...found].sort().map((key) => `${key} ${lock[key]?.version} ${lock[key]?.integrity}`);
};
