/** Whether this is the long run (`npm run test:long`), which has hours for what `npm test` leaves out or does less often. */
export const isLongRun = process.env.TRIBE_LONG === "1";
