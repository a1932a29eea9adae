import manifest from "../../package.json" with { type: "json" };

/** The server's version, as its log lines and metrics name it. */
export const version: string = manifest.version;
