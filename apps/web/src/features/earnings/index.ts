export { type Earning, earningsQuery } from "./queries.ts";
