/**
 * Where a path of our own leads, as a browser would resolve it; null when that is another origin. `/\t/host` and `/\host`
 * are such: browsers drop tabs and line breaks, and take a backslash for a slash.
 */
export const ownUrl = (appUrl: string, path: string): URL | null => {
  const home = new URL(appUrl);
  if (!URL.canParse(path, home)) return null;
  const url = new URL(path, home);
  return url.origin === home.origin ? url : null;
};
