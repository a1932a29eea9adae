/**
 * `npm run proxy`: writes the proxies' files in `deploy`. `npm run proxy -- nginx|caddy`: prints one for the installation whose
 * settings are in the environment (TRIBE_PUBLIC_URL, TRIBE_SIGNER_URL, TRIBE_KEYS_URL, SIGNER_RPC_URL, SIGNER_SECOND_RPC_URL), and for the processes at
 * TRIBE_WEB_AT, TRIBE_KEYS_AT and TRIBE_REALTIME_AT: hosts and ports, separated by commas.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { caddyConfiguration } from "./caddy.ts";
import { nginxConfiguration } from "./nginx.ts";
import { exampleSettings, type ProxySettings } from "./proxy-rules.ts";

const kinds = { nginx: nginxConfiguration, caddy: caddyConfiguration } as const;
const isKind = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name);

const ownSettings = (): ProxySettings => {
  const { env } = process;
  const hosts = (name: string, usual: readonly string[]): readonly string[] => env[name]?.split(",") ?? usual;
  return {
    ...exampleSettings,
    appUrl: env.TRIBE_PUBLIC_URL ?? exampleSettings.appUrl,
    signerUrl: env.TRIBE_SIGNER_URL ?? exampleSettings.signerUrl,
    keysUrl: env.TRIBE_KEYS_URL ?? env.TRIBE_PUBLIC_URL ?? exampleSettings.keysUrl,
    signerRpcUrl: env.SIGNER_RPC_URL ?? exampleSettings.signerRpcUrl,
    signerSecondRpcUrl: env.SIGNER_SECOND_RPC_URL ?? null,
    web: hosts("TRIBE_WEB_AT", exampleSettings.web),
    keys: hosts("TRIBE_KEYS_AT", exampleSettings.keys),
    realtime: hosts("TRIBE_REALTIME_AT", exampleSettings.realtime),
  };
};

const [kind] = process.argv.slice(2);
if (kind === undefined) {
  for (const [name, text] of [
    ["nginx/tribe.conf", nginxConfiguration(exampleSettings)],
    ["caddy/Caddyfile", caddyConfiguration(exampleSettings)],
  ] as const) {
    const file = new URL(`../../deploy/${name}`, import.meta.url).pathname;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
} else if (isKind(kind)) process.stdout.write(kinds[kind](ownSettings()));
else {
  process.stderr.write(`npm run proxy -- nginx or caddy; "${kind}" is neither\n`);
  process.exitCode = 1;
}
