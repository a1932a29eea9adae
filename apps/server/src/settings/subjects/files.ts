import { computed, httpUrl, type Setting, text, url } from "../setting.ts";

export const fileSettings = {
  S3_BUCKET: {
    schema: text,
    default: null,
    meaning:
      "Bucket for the files of messages. Without it they are stored in the data folder, which only works on one machine",
  },
  S3_ENDPOINT: {
    schema: httpUrl,
    default: computed("Amazon's"),
    meaning: "S3-compatible storage, as servers and browsers reach it",
  },
  S3_REGION: { schema: text, default: "us-east-1", meaning: "Region of the bucket" },
  S3_ACCESS_KEY_ID: { schema: text, default: null, meaning: "Access key with the right to write to the bucket" },
  S3_SECRET_ACCESS_KEY: { schema: text, default: null, meaning: "Secret of that access key" },
  CLAMD_URL: {
    schema: url("tcp:", "unix:"),
    default: null,
    meaning:
      "ClamAV's daemon, `tcp://host:3310` or `unix:///path`, which scans each file of a message before anybody can open it. Without it files are not scanned. Its `StreamMaxLength`, `MaxFileSize` and `MaxScanSize` must be 200M or more",
  },
} as const satisfies Record<string, Setting>;
