/**
 * Resolves a path of ours as a browser would; null when it leads to another origin, as `/\t/host` and `/\host` do: browsers
 * drop tabs and line breaks, and treat a backslash as a slash.
 */
export const ownUrl = (appUrl: string, path: string): URL | null => {
  const home = new URL(appUrl);
  if (!URL.canParse(path, home)) return null;
  const url = new URL(path, home);
  return url.origin === home.origin ? url : null;
};
