/** One environment variable: what docs/operating.md shows and `config.ts` reads. */
export interface Setting {
  readonly meaning: string;
  /** As text; null when there is none. A leading `(` describes a computed default. */
  readonly default: string | null;
  /** Must be set when `TRIBE_MODE=production`. */
  readonly production?: "required";
}

/** Every environment variable of the server, in the page's order. */
export const settings = {
  TRIBE_MODE: { meaning: "`local`: every engine may be embedded. `production`: nothing is embedded", default: "local" },
  TRIBE_HOST: { meaning: "Address to listen on", default: "127.0.0.1" },
  TRIBE_PORT: { meaning: "Port of the app and its API", default: "(3000, or the next free one)" },
  TRIBE_SIGNER_PORT: { meaning: "Port of the wallet's frame", default: "(3001, or the next free one)" },
  TRIBE_DEVKIT_PORT: { meaning: "Port of the local stand-ins", default: "(3002, or the next free one)" },
  TRIBE_RPC_PORT: {
    meaning: "Port of the embedded chain; its WebSocket takes the next",
    default: "(8899, or the next free one)",
  },
  TRIBE_SLOT_MS: { meaning: "Embedded chain, for tests: length of a slot in ms", default: "400" },
  TRIBE_WARP: { meaning: "Embedded chain, for tests: `on` lets tools move its clock ahead", default: "off" },
  TRIBE_LIGHT_DIR: {
    meaning:
      "Embedded chain: folder that keeps Light Protocol's package, which airdrops need (7 MB, fetched once through npm); " +
      "`off`: none",
    default: "(`light` in the data folder)",
  },
  TRIBE_PUBLIC_URL: {
    meaning: "Origin that people open",
    default: "(http://tribe.localhost:<port>)",
    production: "required",
  },
  TRIBE_SIGNER_URL: {
    meaning: "Origin of the wallet's frame; in production a host of its own",
    default: "(http://signer.tribe.localhost:<signer port>; plain localhost beside TRIBE_PUBLIC_URL)",
    production: "required",
  },
  TRIBE_KEYS_URL: {
    meaning:
      "Origin of the wallet's calls, which the role keys answers and the wallet's frame asks; at best a host of its own. On the app's, lead `/api/v1/wallet/` there, but for `/api/v1/wallet/token`",
    default: "(TRIBE_PUBLIC_URL)",
  },
  TRIBE_KEYS_SOCKET: {
    meaning: "Unix socket on which the role keys co-signs for the role web, where these are two processes",
    default: "(keys.sock in TRIBE_DATA_DIR; in local mode the role web brings keys with it while this is not set)",
  },
  TRIBE_CO_SIGNER_URL: {
    meaning: "Where the role web asks for co-signatures over mutual TLS in place of the socket, `https://host:port`",
    default: "(the socket)",
  },
  TRIBE_CO_SIGNER_LISTEN: {
    meaning:
      "Address and port on which the role keys co-signs over mutual TLS in place of the socket, such as `10.0.0.5:7443`",
    default: "(the socket)",
  },
  TRIBE_CO_SIGNER_CERT: {
    meaning:
      "File of the own certificate for mutual TLS, PEM, those above it behind it; a renewed one is taken within a minute",
    default: null,
  },
  TRIBE_CO_SIGNER_KEY: {
    meaning: "File of its private key, PEM",
    default: null,
  },
  TRIBE_CO_SIGNER_CA: {
    meaning: "File of the authority that signs the two sides' certificates and no others, PEM",
    default: null,
  },
  TRIBE_SERVE_SIGNER: {
    meaning: "`on`: the role web also serves the wallet's frame at `TRIBE_SIGNER_PORT`; `off`: its host is elsewhere",
    default: "(on; in production off)",
  },
  TRIBE_DATA_DIR: { meaning: "Folder of all local data and keys", default: ".data" },
  TRIBE_ROLES: {
    meaning: "Parts that this process runs, with commas: web, keys, realtime, worker, indexer",
    default: "(all; in production web runs apart from keys and worker)",
  },
  TRIBE_PRIVATE_HOSTS: {
    meaning:
      "Hosts, with commas, to which links of ours need no TLS in production, as the network between encrypts by itself (WireGuard, a service mesh); this machine needs no naming",
    default: "(none)",
  },
  TRIBE_TRUST_PROXY: {
    meaning: "Number of reverse proxies in front, whose `X-Forwarded-For` is believed",
    default: "0",
  },
  LOG_LEVEL: {
    meaning:
      "pino level: fatal, error, warn, info, debug, silent; info also tells each sign-in and each refused call, with its address",
    default: "warn",
  },
  DATABASE_URL: { meaning: "PostgreSQL 15 or newer; without it one is started", default: null, production: "required" },
  NATS_URL: {
    meaning:
      "NATS that wakes the other processes when events were committed; without it PostgreSQL does. The log is PostgreSQL's",
    default: null,
  },
  RPC_URL: { meaning: "Solana JSON-RPC; without it one is started", default: null, production: "required" },
  RPC_WS_URL: { meaning: "Solana PubSub", default: "(RPC_URL as ws, port + 1 if it names one)" },
  RPC_PUBLIC_URL: { meaning: "JSON-RPC that pages use, when it differs from ours", default: "(RPC_URL)" },
  RPC_PUBLIC_WS_URL: { meaning: "PubSub that pages use", default: "(RPC_WS_URL)" },
  SIGNER_RPC_URL: {
    meaning:
      "JSON-RPC that the wallet's frame checks transactions by; at best of another operator than the pages'. The role keys asks it, too, " +
      "before it lets a wallet's key go without a wait or finishes a move: it must answer servers, not only browsers",
    default: "(RPC_PUBLIC_URL)",
  },
  SIGNER_SECOND_RPC_URL: {
    meaning:
      "JSON-RPC of another operator, which the wallet's frame compares prices with: a sale that the two price differently is typed",
    default: null,
  },
  COMPRESSION_RPC_URL: {
    meaning: "JSON-RPC with the methods of Photon and the Digital Asset Standard, which claims are read from",
    default: "(RPC_URL)",
  },
  LOOKUP_TABLE: {
    meaning:
      "The cluster's lookup table, which `npm run operator -- make-lookup-table` makes once: a transaction of an airdrop then pays 18, without it 10",
    default: "(none; the embedded chain has one)",
  },
  SOLANA_CLUSTER: { meaning: "For explorer links: mainnet-beta, devnet or custom", default: "custom" },
  EXPLORER_URL: { meaning: "Block explorer", default: "https://explorer.solana.com" },
  SWAP_PROVIDER: { meaning: "Who fills swaps of migrated tokens: our own `pool`, or `jupiter`", default: "pool" },
  JUPITER_API_URL: {
    meaning: "Jupiter's swap API, or a proxy before it that adds your key; pages ask it themselves",
    default: "https://api.jup.ag/swap/v1",
  },
  PROGRAM_ADDRESS: { meaning: "The curve program", default: "(the committed program's address)" },
  SMTP_URL: { meaning: "Mail server, `smtp://user:password@host:port`", default: null, production: "required" },
  MAIL_FROM: { meaning: "Sender of our mails", default: "Tribe <no-reply@tribe.localhost>" },
  OPERATOR_MAIL: {
    meaning:
      "Address that is told by mail when a report of a message comes and none waited; without it operators look by themselves",
    default: null,
  },
  MAIL_WEBHOOK_SECRET: {
    meaning:
      "Signing secret of Resend's webhooks (`whsec_…`), which tell at `/api/webhooks/mail` of mails that came back; without it nothing is taken in",
    default: null,
  },
  VAPID_PUBLIC_KEY: {
    meaning:
      "Public key of our pushes (RFC 8292), base64url; without it a pair is made in the data folder. With another pair no browser is reached until it opens the app again, which subscribes it anew",
    default: null,
    production: "required",
  },
  VAPID_PRIVATE_KEY: { meaning: "Its private key, base64url", default: null, production: "required" },
  VAPID_SUBJECT: {
    meaning: "Where push services reach the operator, `mailto:` or `https:`",
    default: null,
    production: "required",
  },
  TRIBE_UPLOAD_URL: {
    meaning:
      "Origin of `/upload` and `/media`: files of messages; at best a host of its own that leads to the role web",
    default: "(TRIBE_PUBLIC_URL)",
  },
  TRIBE_SHARE_URL: {
    meaning: "Origin that pages ask for share images: a host of its own may draw them, if it leads to the role web",
    default: "(TRIBE_PUBLIC_URL)",
  },
  TRIBE_LIVE_ADDRESS: {
    meaning: "Address whose UDP ports carry live audio and video",
    default: "(all of this machine's; 127.0.0.1 where it has no other)",
  },
  TRIBE_LIVE_PUBLIC_ADDRESS: {
    meaning: "IP address that browsers are told in its place, behind an address translation",
    default: null,
  },
  TRIBE_LIVE_PORTS: { meaning: "First and last UDP port of live media, such as `40000-40999`", default: "(any)" },
  TRIBE_LIVE_STREAMS: {
    meaning:
      "Streams that one live may make: each sound and picture to each who gets it; who would exceed it is refused",
    default: "2000",
  },
  TRIBE_NEW_ADDRESS_MAILS: {
    meaning:
      "Sign-in codes that may be mailed to addresses without an account, a minute: five minutes' worth go at once, then they wait, while people with an account get theirs at once",
    default: "120",
  },
  TRIBE_METRICS_TOKEN: {
    meaning:
      "Opens `/metrics` of the role realtime to who sends it as `Authorization: Bearer`; without it nothing is there",
    default: null,
  },
  LIVEKIT_URL: {
    meaning: "LiveKit in place of the built-in forwarding unit, as browsers reach it, `wss://host`",
    default: null,
  },
  LIVEKIT_API_URL: { meaning: "The same as this server reaches it", default: "(LIVEKIT_URL over HTTP)" },
  LIVEKIT_API_KEY: { meaning: "Key of its API; its webhooks must be signed with it", default: null },
  LIVEKIT_API_SECRET: { meaning: "Its secret", default: null },
  STUN_URL: { meaning: "STUN server for browsers in a live, `stun:host:port`", default: null },
  TURN_URL: { meaning: "TURN server for browsers in a live, `turn:host:port`", default: null },
  TURN_SECRET: { meaning: "Its shared secret, of which each person's expiring credentials are made", default: null },
  S3_BUCKET: {
    meaning: "Bucket for files of messages; without it they lie in the data folder, which one machine alone can serve",
    default: null,
  },
  S3_ENDPOINT: { meaning: "S3-compatible storage, as servers and browsers reach it", default: "(Amazon's)" },
  S3_REGION: { meaning: "Region of the bucket", default: "us-east-1" },
  S3_ACCESS_KEY_ID: { meaning: "Who may write to the bucket", default: null },
  S3_SECRET_ACCESS_KEY: { meaning: "Its secret", default: null },
  CLAMD_URL: {
    meaning:
      "ClamAV's daemon, `tcp://host:3310` or `unix:///path`: no file of a message is shown before it has looked at it; without it nobody does. Its `StreamMaxLength`, `MaxFileSize` and `MaxScanSize` must be 200M or more",
    default: null,
  },
  KMS_KEY_ID: {
    meaning:
      "Symmetric key of AWS KMS that seals the wallets' shares in place of `server-share.key` and `recovery-share.key`: id, ARN or alias. Who asks is found as AWS's tools do",
    default: null,
  },
  KMS_REGION: {
    meaning: "Its region",
    default: "us-east-1",
  },
  KMS_ENDPOINT: {
    meaning: "Where KMS is reached, such as an endpoint in your own network",
    default: "(Amazon's)",
  },
  X_CLIENT_ID: {
    meaning: "The app's id at X; without it (in local mode) a stand-in is used",
    default: null,
    production: "required",
  },
  X_CLIENT_SECRET: { meaning: "The app's secret at X", default: null, production: "required" },
  X_AUTHORIZE_URL: { meaning: "Where X asks the person", default: "https://x.com/i/oauth2/authorize" },
  X_API_URL: { meaning: "X's API", default: "https://api.x.com" },
  GOOGLE_CLIENT_ID: {
    meaning:
      "The app's id at Google; without it a stand-in is used in local mode, and in production nobody is offered it",
    default: null,
  },
  GOOGLE_CLIENT_SECRET: { meaning: "Its secret", default: null },
  GOOGLE_ISSUER: { meaning: "The OpenID provider that stands for Google", default: "https://accounts.google.com" },
  FARCASTER_RELAY_URL: {
    meaning: "Relay of Sign In With Farcaster",
    default: "(https://relay.farcaster.xyz; in local mode a stand-in)",
  },
  OPTIMISM_RPC_URL: {
    meaning: "JSON-RPC of Optimism, which knows whose a Farcaster account is",
    default: "(https://mainnet.optimism.io; in local mode a stand-in)",
  },
  MOONPAY_URL: {
    meaning: "MoonPay's page for purchases; its sandbox is `https://buy-sandbox.moonpay.com`",
    default: "https://buy.moonpay.com",
  },
  MOONPAY_PUBLISHABLE_KEY: {
    meaning: "The app's publishable key at MoonPay; without it (in local mode) a stand-in is used",
    default: null,
    production: "required",
  },
  MOONPAY_SECRET_KEY: {
    meaning: "Its secret key, which signs the addresses of that page",
    default: null,
    production: "required",
  },
  MOONPAY_WEBHOOK_KEY: {
    meaning: "Its webhook key: MoonPay tells of purchases at `/api/webhooks/card`",
    default: null,
    production: "required",
  },
  BRIDGE_PROVIDER: {
    meaning: "Where SOL is swapped for from other chains: `debridge` (on mainnet-beta alone), or `none`",
    default: "(none; in local mode a stand-in)",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
