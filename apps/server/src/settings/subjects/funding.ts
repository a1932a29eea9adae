import * as z from "zod/mini";
import { computed, httpUrl, type Setting, text } from "../setting.ts";

export const fundingSettings = {
  MOONPAY_URL: {
    schema: httpUrl,
    default: "https://buy.moonpay.com",
    meaning: "MoonPay's page for purchases; its sandbox is `https://buy-sandbox.moonpay.com`",
  },
  MOONPAY_PUBLISHABLE_KEY: {
    schema: text,
    default: null,
    meaning: "The app's publishable key at MoonPay. Without it local mode uses a stand-in",
    production: "required",
  },
  MOONPAY_SECRET_KEY: {
    schema: text,
    default: null,
    meaning: "The app's secret key at MoonPay, which signs the URLs of that page",
    production: "required",
  },
  MOONPAY_WEBHOOK_KEY: {
    schema: text,
    default: null,
    meaning: "The app's webhook key at MoonPay, which reports purchases to `/api/webhooks/card`",
    production: "required",
  },
  BRIDGE_PROVIDER: {
    schema: z.enum(["none", "debridge"]),
    default: computed("none; in local mode a stand-in"),
    meaning: "Where people swap tokens of other chains for SOL: `debridge` (only on mainnet-beta) or `none`",
  },
  RATES_PROVIDER: {
    schema: z.enum(["none", "coinbase"]),
    default: computed("`coinbase`; in local mode a stand-in"),
    meaning:
      "Who says what SOL is worth in other currencies: `coinbase`, without an account, or `none`: pages show SOL alone",
  },
  COINBASE_API_URL: {
    schema: httpUrl,
    default: "https://api.coinbase.com",
    meaning: "Coinbase's public API for these rates",
  },
} as const satisfies Record<string, Setting>;
