// The only storage that a frame and a window of this origin share in every browser: WebKit partitions all others (record 0231).

const isTls = (): boolean => location.protocol === "https:";

/** With TLS, only this host can write a cookie of such a name: not the app's page, for all hosts below its own. */
const ownName = (name: string): string => (isTls() ? `__Host-${name}` : name);

/**
 * Plain HTTP, on this machine alone, has no such names. There a cookie is for all hosts of the app: WebKitGTK takes the hosts of a
 * domain such as `.localhost` for strangers to each other.
 */
const attributes = (): string => {
  if (isTls()) return "; Secure";
  const [, ...parent] = location.hostname.split(".");
  return parent.length > 1 ? `; Domain=${parent.join(".")}` : "";
};

/** @param value in characters of base64url */
export const writeCookie = (name: string, value: string, seconds: number): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest browser that we support
  document.cookie = `${ownName(name)}=${value}; Path=/; SameSite=Strict; Max-Age=${seconds}${attributes()}`;
};

export const readCookie = (name: string): string | null => {
  const start = `${ownName(name)}=`;
  const found = document.cookie.split("; ").find((each) => each.startsWith(start));
  return found?.slice(start.length) ?? null;
};

export const deleteCookie = (name: string): void => writeCookie(name, "", 0);
