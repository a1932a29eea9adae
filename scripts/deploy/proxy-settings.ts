import { exampleSettings, type ProxySettings, type WholeHost } from "./proxy-rules.ts";

/** What a proxy needs to know of an installation with these settings; a setting that is missing is the example's. */
export const proxySettingsOf = (env: NodeJS.ProcessEnv): ProxySettings => {
  const hosts = (name: string, usual: readonly string[]): readonly string[] => env[name]?.split(",") ?? usual;
  const appUrl = env.TRIBE_PUBLIC_URL ?? exampleSettings.appUrl;
  const web = hosts("TRIBE_WEB_AT", exampleSettings.web);
  const whole = (url: string | undefined, at: readonly string[]): readonly WholeHost[] =>
    url && url !== appUrl && at.length > 0 ? [{ url, at }] : [];
  return {
    ...exampleSettings,
    appUrl,
    web,
    signerUrl: env.TRIBE_SIGNER_URL ?? exampleSettings.signerUrl,
    keysUrl: env.TRIBE_KEYS_URL ?? appUrl,
    signerRpcUrl: env.SIGNER_RPC_URL ?? env.RPC_PUBLIC_URL ?? env.RPC_URL ?? exampleSettings.signerRpcUrl,
    signerSecondRpcUrl: env.SIGNER_SECOND_RPC_URL ?? null,
    keys: hosts("TRIBE_KEYS_AT", exampleSettings.keys),
    realtime: hosts("TRIBE_REALTIME_AT", exampleSettings.realtime),
    wholeHosts: [
      ...whole(env.TRIBE_UPLOAD_URL, web),
      ...(env.TRIBE_SHARE_URL === env.TRIBE_UPLOAD_URL ? [] : whole(env.TRIBE_SHARE_URL, web)),
      ...whole(env.S3_ENDPOINT, hosts("TRIBE_S3_AT", [])),
      ...whole(env.LIVEKIT_URL?.replace(/^ws/, "http"), hosts("TRIBE_LIVEKIT_AT", [])),
    ],
  };
};
