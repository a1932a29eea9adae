import fc from "fast-check";

/** In `npm test` property tests use the same cases in every run; `npm run test:long` draws new ones and prints its seed. */
const fixedSeed = 20_261_122;

if (!process.env.TRIBE_LONG) fc.configureGlobal({ seed: fixedSeed });
