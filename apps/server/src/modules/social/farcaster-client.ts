import { ApiError, type SocialAccount } from "@tribe/contract";
import { visibleName } from "@tribe/domain/people";
import type { Hex } from "viem";
import * as z from "zod/mini";
import { findBadText } from "../../net/plain-text.ts";
import type { FarcasterConfig } from "../../settings/config.ts";

const timeoutMs = 10_000;
/** Farcaster's registry of ids on Optimism (docs.farcaster.xyz/reference/contracts/deployments). */
const idRegistry = "0x00000000Fc6c5F01Fc30151999387Bb99A9f489b";

/** A channel of the relay, over which an approval arrives. */
export interface Channel {
  readonly channelToken: string;
  /** The address at which the person approves. */
  readonly url: string;
}

/** What the signed message must contain. */
export interface SignInRequest {
  /** Host of the app, with its port. */
  readonly domain: string;
  /** The app's origin. */
  readonly uri: string;
  readonly nonce: string;
}

/** A Farcaster account whose owner has approved: its id is proven, name and picture are what the relay says. */
export interface FarcasterAccount {
  readonly account: SocialAccount;
  readonly pictureUrl: string | null;
}

const channelSchema = z.object({
  channelToken: z.string().check(z.minLength(1), z.maxLength(500)),
  url: z.string().check(z.maxLength(1_000)),
});
const pendingSchema = z.object({ state: z.literal("pending") });
const completedSchema = z.object({
  state: z.literal("completed"),
  message: z.string().check(z.maxLength(5_000)),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{2,4000}$/)),
  username: z.optional(z.string().check(z.maxLength(64))),
  displayName: z.optional(z.string().check(z.maxLength(200))),
  pfpUrl: z.optional(z.string().check(z.maxLength(1_000))),
});
const statusSchema = z.discriminatedUnion("state", [pendingSchema, completedSchema]);
type Completed = z.output<typeof completedSchema>;

/** Opens a channel; the signed message must expire at `expiresAt` (FIP-11). @throws ApiError `unavailable` */
export const openChannel = async (
  { relayUrl }: FarcasterConfig,
  { domain, uri, nonce }: SignInRequest,
  expiresAt: Date,
): Promise<Channel> => {
  const body = { siweUri: uri, domain, nonce, expirationTime: expiresAt.toISOString(), acceptAuthAddress: false };
  const channel = channelSchema.safeParse(
    await ask(`${relayUrl}/v1/channel`, { method: "POST", body: JSON.stringify(body) }),
  );
  const isLink =
    channel.success && URL.canParse(channel.data.url) && /^https?:$/.test(new URL(channel.data.url).protocol);
  if (!isLink) throw new ApiError("unavailable");
  return channel.data;
};

/**
 * Checks whether the person has approved; null while they have not. The signed message must be for our domain and this nonce and
 * not expired, and its signer must have custody of the account in Optimism's registry. @throws ApiError `farcaster_denied`,
 * `unavailable`
 */
export const readApproval = async (
  config: FarcasterConfig,
  channelToken: string,
  asked: SignInRequest,
): Promise<FarcasterAccount | null> => {
  const headers = { authorization: `Bearer ${channelToken}` };
  const status = statusSchema.safeParse(await ask(`${config.relayUrl}/v1/channel/status`, { headers }));
  if (!status.success) throw new ApiError("farcaster_denied", { cause: status.error });
  if (status.data.state === "pending") return null;
  const fid = await verify(config, status.data, asked);
  return { account: accountOf(fid, status.data), pictureUrl: pictureOf(status.data) };
};

/** Loaded when the first person connects, because it is large. */
const verify = async (
  { rpcUrl }: FarcasterConfig,
  { message, signature }: Completed,
  asked: SignInRequest,
): Promise<number> => {
  const [{ createAppClient }, { createPublicClient, http, parseAbi }] = await Promise.all([
    import("@farcaster/auth-client"),
    import("viem"),
  ]);
  const publicClient = createPublicClient({ transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 1 }) });
  const abi = parseAbi(["function idOf(address owner) view returns (uint256)"]);
  const client = createAppClient({
    ethereum: {
      publicClient,
      getFid: (custody) =>
        publicClient.readContract({ address: idRegistry, abi, functionName: "idOf", args: [custody] }),
      isValidAuthAddress: async () => false,
    },
  });
  const { nonce, domain } = asked;
  const result = await client.verifySignInMessage({
    nonce,
    domain,
    message,
    // The schema has checked its form.
    signature: signature as Hex,
    acceptAuthAddress: false,
  });
  if (result.isError || !result.success) {
    const code = result.error?.errCode === "unavailable" ? "unavailable" : "farcaster_denied";
    throw new ApiError(code, { cause: result.error });
  }
  const { uri, expirationTime } = result.data;
  if (uri !== asked.uri || !expirationTime) throw new ApiError("farcaster_denied");
  return result.fid;
};

const accountOf = (fid: number, { username, displayName }: Completed): SocialAccount => {
  // An account without a name is shown by its id.
  const handle = username?.trim() || `fid-${fid}`;
  return { id: String(fid), handle, name: visibleName(displayName ?? "") || handle };
};

const pictureOf = ({ pfpUrl }: Completed): string | null =>
  pfpUrl && URL.canParse(pfpUrl) && /^https?:$/.test(new URL(pfpUrl).protocol) ? pfpUrl : null;

const ask = async (url: string, init: RequestInit): Promise<unknown> => {
  const headers = { "content-type": "application/json", ...init.headers };
  const request = { ...init, headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) } as const;
  const answer = await fetch(url, request)
    .then(
      (response): Promise<unknown> =>
        response.ok ? response.json() : Promise.reject(new Error(`relay: ${response.status}`)),
    )
    .catch((cause: unknown) => {
      throw new ApiError("unavailable", { cause });
    });
  if (findBadText(answer)) throw new ApiError("farcaster_denied");
  return answer;
};
