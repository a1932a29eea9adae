/** A container's engine waits this long by default for ten such questions. */
const timeoutMs = 3_000;

/** What `/healthz` of the process on this machine says. */
export interface Health {
  readonly isWell: boolean;
  readonly text: string;
}

/** Where the process of these settings listens, as this machine reaches it. */
const originOf = ({ TRIBE_HOST = "", TRIBE_PORT }: NodeJS.ProcessEnv): string => {
  const isAny = ["", "0.0.0.0", "::"].includes(TRIBE_HOST);
  const host = isAny ? "127.0.0.1" : TRIBE_HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${TRIBE_PORT || "3000"}`;
};

/** Asks the process at TRIBE_HOST and TRIBE_PORT whether it runs: the health check of images and services. */
export const askHealth = async (env: NodeJS.ProcessEnv): Promise<Health> => {
  const url = `${originOf(env)}/healthz`;
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return { isWell: ok, text: ok ? "runs" : `${url} answers ${status}` };
  } catch {
    return { isWell: false, text: `${url} does not answer` };
  }
};
