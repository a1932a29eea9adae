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
  /** The host that serves this page. */
  readonly hostname: string;
  /** `VITE_ATTESTATION_KEY` of the build, which makes it part of the published hash. */
  readonly builtIn: string | undefined;
  /** Between two tries. */
  readonly pause?: Pause;
}

/** Reads the configuration from the signer's own host. @throws Error when the answer does not match the contract */
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
 * The key whose attestations of people are trusted. A file beside the hashed ones is trusted only on localhost, where every
 * installation makes its own key; elsewhere a build without a key trusts nobody. @throws Error if the build's key is malformed
 */
const attestationKeyOf = (
  { builtIn, hostname }: Pick<ConfigSources, "builtIn" | "hostname">,
  configured: Address | null,
): Address | null => {
  if (builtIn) return addressSchema.parse(builtIn);
  return hostname === "localhost" || hostname.endsWith(".localhost") ? configured : null;
};
