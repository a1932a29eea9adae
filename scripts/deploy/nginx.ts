import {
  type Certificate,
  callTimeoutSeconds,
  type ProxySettings,
  type PublicRole,
  pathRules,
  privatePaths,
  socketTimeoutSeconds,
  uploadFolder,
  walletHeaders,
} from "./proxy-rules.ts";

const upstream = (role: PublicRole, hosts: readonly string[]): string =>
  [`upstream tribe_${role} {`, ...hosts.map((host) => `    server ${host};`), "    keepalive 64;", "}"].join("\n");

const tls = ({ chain, key }: Certificate): string =>
  [
    `    ssl_certificate ${chain};`,
    `    ssl_certificate_key ${key};`,
    "    ssl_protocols TLSv1.2 TLSv1.3;",
    "    ssl_session_cache shared:tribe:10m;",
  ].join("\n");

const block = (location: string, ...lines: readonly string[]): string =>
  [`    location ${location} {`, ...lines.map((line) => `        ${line}`), "    }"].join("\n");

/** A header's value between quotes; nginx knows no other escape than these. */
const quoted = (value: string): string => `"${value.replace(/["\\]/g, "\\$&").replaceAll("$", "")}"`;

/** A host of its own for keys, with the app's certificate; empty where keys is behind the app's host. */
const keysHost = ({ appUrl, keysUrl, listen, certificates }: ProxySettings): string =>
  keysUrl === appUrl
    ? ""
    : `server {
    listen ${listen.https} ssl http2;
    server_name ${new URL(keysUrl).hostname};
${tls(certificates.app)}

    client_max_body_size 1m;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Request-Id $request_id;
    proxy_read_timeout ${callTimeoutSeconds}s;
${privatePaths.map((path) => block(`= ${path}`, "return 404;")).join("\n")}
${block("/", "proxy_pass http://tribe_keys;")}
}

`;

/** The hosts that lead to one service, with the app's certificate. Files and WebSockets may pass them. */
const wholeHosts = ({ wholeHosts: hosts, listen, certificates }: ProxySettings): string =>
  hosts
    .map(
      ({ url, at }, index) => `upstream tribe_whole_${index} {
${at.map((host) => `    server ${host};`).join("\n")}
    keepalive 64;
}

server {
    listen ${listen.https} ssl http2;
    server_name ${new URL(url).hostname};
${tls(certificates.app)}

    client_max_body_size 0;
    proxy_request_buffering off;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $tribe_connection;
    proxy_read_timeout ${socketTimeoutSeconds}s;
${privatePaths.map((path) => block(`= ${path}`, "return 404;")).join("\n")}
${block("/", `proxy_pass http://tribe_whole_${index};`)}
}

`,
    )
    .join("");

/** The configuration for nginx, to be included in its `http` block. Tried with 1.22. */
export const nginxConfiguration = (settings: ProxySettings): string => {
  const { appUrl, signerUrl, listen, certificates, signerFolder } = settings;
  const [appHost, signerHost] = [new URL(appUrl).hostname, new URL(signerUrl).hostname];
  const headers = walletHeaders(settings).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  return `# Tribe behind nginx. Written from the API's contract: npm run proxy -- nginx
# Set TRIBE_TRUST_PROXY=1 for web, keys and realtime: they take the client's address from here, and from nobody else.

map $http_upgrade $tribe_connection {
    default upgrade;
    "" "";
}

${upstream("web", settings.web)}

${upstream("keys", settings.keys)}

${upstream("realtime", settings.realtime)}

server {
    listen ${listen.http};
    server_name ${[appHost, signerHost, ...settings.wholeHosts.map(({ url }) => new URL(url).hostname)].join(" ")};
    return 301 https://$host$request_uri;
}

server {
    listen ${listen.https} ssl http2;
    server_name ${appHost};
${tls(certificates.app)}

    client_max_body_size 1m;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $tribe_connection;
    proxy_connect_timeout 5s;
    proxy_read_timeout ${callTimeoutSeconds}s;
    # Another process gets what one could not take; nginx sends no POST twice.
    proxy_next_upstream error timeout http_503;

    # For the operator's own network alone.
${privatePaths.map((path) => block(`= ${path}`, "return 404;")).join("\n")}

    # The wallet's own calls, the WebSocket and its token.
${pathRules
  .map(({ path, role }) =>
    path === "/ws"
      ? block(`= ${path}`, `proxy_pass http://tribe_${role};`, `proxy_read_timeout ${socketTimeoutSeconds}s;`)
      : block(`= ${path}`, `proxy_pass http://tribe_${role};`),
  )
  .join("\n")}

    # Files are passed on while they arrive; the server limits them.
${block(uploadFolder, "proxy_pass http://tribe_web;", "client_max_body_size 0;", "proxy_request_buffering off;")}

${block("/", "proxy_pass http://tribe_web;")}
}

${keysHost(settings)}${wholeHosts(settings)}# The wallet's page: files alone, on a host of its own (apps/signer/README.md).
server {
    listen ${listen.https} ssl http2;
    server_name ${signerHost};
${tls(certificates.signer)}

    root ${signerFolder};
    ${headers.join("\n    ")}
    add_header Cache-Control "no-cache" always;
    types {
        text/html html;
        text/css css;
        text/javascript js;
        application/json json;
        font/woff2 woff2;
        image/svg+xml svg;
        text/plain txt sha256;
    }
${block("= /", "try_files /index.html =404;")}
${block("/assets/", ...headers, 'add_header Cache-Control "public, max-age=31536000, immutable" always;')}
${block("= /config.json", ...headers, 'add_header Cache-Control "no-store" always;')}
${block("/", "try_files $uri =404;")}
}
`;
};
