/** Stores the cookies of one origin, as a browser would: the server may bind sign-in and OAuth state to them. */
export const fetchWithCookies = (origin: string): typeof fetch => {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) return fetch(input, init);
    const headers = new Headers(init?.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (!name) continue;
      if (!value || /;\s*max-age=0\b/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
};
