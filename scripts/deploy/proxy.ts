/**
 * `npm run proxy`: writes the proxies' files in `deploy`. `npm run proxy -- nginx|caddy|ingress`: prints one for the installation whose
 * settings are in the environment (TRIBE_PUBLIC_URL, TRIBE_SIGNER_URL, TRIBE_KEYS_URL, SIGNER_RPC_URL, SIGNER_SECOND_RPC_URL), and for the processes at
 * TRIBE_WEB_AT, TRIBE_KEYS_AT and TRIBE_REALTIME_AT: hosts and ports, separated by commas. TRIBE_S3_AT and TRIBE_LIVEKIT_AT also put the
 * hosts of S3_ENDPOINT and LIVEKIT_URL before them; those of TRIBE_UPLOAD_URL and TRIBE_SHARE_URL lead to web.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { caddyConfiguration } from "./caddy.ts";
import { ingressConfiguration } from "./ingress.ts";
import { nginxConfiguration } from "./nginx.ts";
import { exampleSettings } from "./proxy-rules.ts";
import { proxySettingsOf } from "./proxy-settings.ts";

const kinds = { nginx: nginxConfiguration, caddy: caddyConfiguration, ingress: ingressConfiguration } as const;
const isKind = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name);

const [kind] = process.argv.slice(2);
if (kind === undefined) {
  for (const [name, text] of [
    ["nginx/tribe.conf", nginxConfiguration(exampleSettings)],
    ["caddy/Caddyfile", caddyConfiguration(exampleSettings)],
    ["kubernetes/ingress.yaml", ingressConfiguration(exampleSettings)],
  ] as const) {
    const file = new URL(`../../deploy/${name}`, import.meta.url).pathname;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
} else if (isKind(kind)) process.stdout.write(kinds[kind](proxySettingsOf(process.env)));
else {
  process.stderr.write(`npm run proxy -- nginx, caddy or ingress; "${kind}" is none of them\n`);
  process.exitCode = 1;
}
