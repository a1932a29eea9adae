import {
  type Address,
  ApiError,
  addressSchema,
  type Pause,
  type SignerConfig,
  signerConfigSchema,
  untilAnswered,
} from "@tribe/contract";

interface ConfigSources {
  readonly fetch: typeof fetch;
  /** The host that this page is of. */
  readonly hostname: string;
  /** `VITE_ATTESTATION_KEY` of the build, by which it is in the hash that the publisher names. */
  readonly builtIn: string | undefined;
  /** Between two tries. */
  readonly pause?: Pause;
}

/** Asks the signer's own host for whom it works. @throws Error when it does not answer as the contract says. */
export const loadConfig = async (
  { fetch, hostname, builtIn, pause }: ConfigSources = {
    fetch: globalThis.fetch.bind(globalThis),
    hostname: location.hostname,
    builtIn: import.meta.env.VITE_ATTESTATION_KEY,
  },
): Promise<SignerConfig> => {
  const response = await untilAnswered(() => askOnce(fetch), pause);
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config = signerConfigSchema.parse(await response.json());
  return { ...config, attestationKey: attestationKeyOf({ builtIn, hostname }, config.attestationKey ?? null) };
};

/** @throws ApiError `unavailable` where the line or a host in trouble gives nothing */
const askOnce = async (ask: typeof fetch): Promise<Response> => {
  const response = await ask("/config.json", { cache: "no-store", credentials: "omit" }).catch((cause: unknown) => {
    throw new ApiError("unavailable", { cause });
  });
  if (response.status >= 500) throw new ApiError("unavailable");
  return response;
};

/**
 * Whose word on people counts. A file beside the hashed ones is believed on localhost alone, where every installation makes
 * a key of its own; elsewhere a build without a key believes nobody. @throws Error for a build with what is no key
 */
const attestationKeyOf = (
  { builtIn, hostname }: Pick<ConfigSources, "builtIn" | "hostname">,
  configured: Address | null,
): Address | null => {
  if (builtIn) return addressSchema.parse(builtIn);
  return hostname === "localhost" || hostname.endsWith(".localhost") ? configured : null;
};
