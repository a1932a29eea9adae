import * as z from "zod/mini";
import { computed, httpUrl, origin, type Setting, text, url } from "../setting.ts";

export const keySettings = {
  TRIBE_KEYS_URL: {
    schema: origin,
    default: computed("TRIBE_PUBLIC_URL"),
    meaning:
      "Origin at which the wallet's frame calls the role keys. Preferably a host of its own. If it is the app's host, its proxy sends the wallet's calls to keys (`npm run proxy`)",
  },
  TRIBE_KEYS_SOCKET: {
    schema: text,
    default: computed("keys.sock in TRIBE_DATA_DIR; in local mode the role web includes keys unless this is set"),
    meaning: "Unix socket at which the role keys co-signs for the role web, if they are two processes",
  },
  TRIBE_CO_SIGNER_URL: {
    schema: url("https:"),
    default: computed("the socket"),
    meaning: "Where the role web requests co-signatures over mutual TLS instead of the socket, `https://host:port`",
  },
  TRIBE_CO_SIGNER_LISTEN: {
    schema: z
      .string()
      .check(z.regex(/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, "must be an address and a port, such as 10.0.0.5:7443")),
    default: computed("the socket"),
    meaning:
      "Address and port at which the role keys co-signs over mutual TLS instead of the socket, such as `10.0.0.5:7443`",
  },
  TRIBE_CO_SIGNER_CERT: {
    schema: text,
    default: null,
    meaning:
      "File of this side's certificate for mutual TLS, followed by its intermediate certificates, in PEM. A renewed file is used within a minute",
  },
  TRIBE_CO_SIGNER_KEY: { schema: text, default: null, meaning: "File of the certificate's private key, in PEM" },
  TRIBE_CO_SIGNER_CA: {
    schema: text,
    default: null,
    meaning: "File of the certificate authority that issues both sides' certificates and no others, in PEM",
  },
  KMS_KEY_ID: {
    schema: text,
    default: null,
    meaning:
      "Symmetric key of AWS KMS (id, ARN or alias) that encrypts the wallets' shares, instead of `server-share.key` and `recovery-share.key`. Credentials come from where AWS's own tools find them",
  },
  KMS_REGION: { schema: text, default: "us-east-1", meaning: "Region of that key" },
  KMS_ENDPOINT: {
    schema: httpUrl,
    default: computed("Amazon's"),
    meaning: "URL of KMS, such as an endpoint in your own network",
  },
} as const satisfies Record<string, Setting>;
