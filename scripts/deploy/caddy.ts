import {
  type ProxySettings,
  type PublicRole,
  pathRules,
  privatePaths,
  uploadFolder,
  walletHeaders,
} from "./proxy-rules.ts";

const quoted = (value: string): string => `"${value.replace(/["\\]/g, "\\$&")}"`;

/** A host of its own for keys; empty where keys is behind the app's host. */
const keysHost = ({ appUrl, keysUrl, keys }: ProxySettings): string =>
  keysUrl === appUrl
    ? ""
    : `${keysUrl} {
	@private path ${privatePaths.join(" ")}
	handle @private {
		respond 404
	}
	request_header X-Request-Id {http.request.uuid}
	request_body {
		max_size 1MB
	}
	reverse_proxy ${keys.join(" ")}
}

`;

/** The hosts that lead to one service. */
const wholeHosts = ({ wholeHosts: hosts }: ProxySettings): string =>
  hosts
    .map(
      ({ url, at }) => `${url} {
	@private path ${privatePaths.join(" ")}
	handle @private {
		respond 404
	}
	request_header X-Request-Id {http.request.uuid}
	reverse_proxy ${at.join(" ")}
}

`,
    )
    .join("");

/** The configuration for Caddy 2, which gets its certificates by itself. */
export const caddyConfiguration = (settings: ProxySettings): string => {
  const hosts: Readonly<Record<PublicRole, readonly string[]>> = settings;
  const proxyTo = (role: PublicRole): string => `reverse_proxy ${hosts[role].join(" ")}`;
  const pathsOf = (role: PublicRole): string =>
    pathRules.flatMap((rule) => (rule.role === role ? [rule.path] : [])).join(" ");
  return `# Tribe behind Caddy. Written from the API's contract: npm run proxy -- caddy
# Set TRIBE_TRUST_PROXY=1 for web, keys and realtime: they take the client's address from here, and from nobody else.

${settings.appUrl} {
	# For the operator's own network alone.
	@private path ${privatePaths.join(" ")}
	handle @private {
		respond 404
	}
	request_header X-Request-Id {http.request.uuid}

	# The wallet's own calls, the WebSocket and its token.
	@keys path ${pathsOf("keys")}
	handle @keys {
		request_body {
			max_size 1MB
		}
		${proxyTo("keys")}
	}
	@realtime path ${pathsOf("realtime")}
	handle @realtime {
		${proxyTo("realtime")}
	}
	# Files are passed on while they arrive; the server limits them.
	handle ${uploadFolder}* {
		${proxyTo("web")}
	}
	handle {
		request_body {
			max_size 1MB
		}
		${proxyTo("web")}
	}
}

${keysHost(settings)}${wholeHosts(settings)}# The wallet's page: files alone, on a host of its own (apps/signer/README.md).
${settings.signerUrl} {
	root * ${settings.signerFolder}
	header {
${walletHeaders(settings)
  .map(([name, value]) => `\t\t${name} ${quoted(value)}`)
  .join("\n")}
	}
	@changing not path /assets/* /config.json
	header @changing Cache-Control "no-cache"
	header /assets/* Cache-Control "public, max-age=31536000, immutable"
	header /config.json Cache-Control "no-store"
	file_server
}
`;
};
