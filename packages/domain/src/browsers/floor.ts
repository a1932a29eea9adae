// Why these versions: docs/decisions/0195. The builds, the check in the page's head, the wallet's check and the table of
// docs/how-to/run/which-browsers.md come from here.

/** The oldest browsers that Tribe runs in. On an iPhone every browser is Safari's engine, in the version of iOS. */
export const browserFloor = { safari: "17.4", firefox: "129", chromium: "137" } as const;

/** The floor in a sentence: "It takes …". */
export const floorInWords = `iOS or Safari ${browserFloor.safari}, Firefox ${browserFloor.firefox}, or Chrome or Edge ${browserFloor.chromium}, or later`;

/**
 * The newest parts of browsers that Tribe can't do without: the floor is the first version of each engine that has them all.
 * `key` names a part in MDN's data, `test` finds it in ES5; the last one is tested by a promise, in page and wallet.
 */
export const neededParts = {
  page: [
    { key: "api.AbortSignal.any_static", test: "AbortSignal.any" },
    { key: "api.Element.checkVisibility", test: "Element.prototype.checkVisibility" },
  ],
  wallet: { key: "api.SubtleCrypto.generateKey.ed25519", algorithm: "Ed25519" },
} as const;

/** The floor as Vite and Lightning CSS read it. */
export const buildTargets: string[] = [
  `safari${browserFloor.safari}`,
  `ios${browserFloor.safari}`,
  `firefox${browserFloor.firefox}`,
  `chrome${browserFloor.chromium}`,
];
