export {
  allowanceWindow,
  countOutflow,
  dailyAllowance,
  emptyOutflowBook,
  isFirstSend,
  judgeOutflow,
  lookalikeOf,
  looksLike,
  type OutflowBook,
  type OutflowJudgement,
  type Sale,
  setUpOf,
  withApproval,
  withSale,
  withSetUp,
  worthOf,
} from "./book.ts";
export { covers, tokensOf, waitFor } from "./waits.ts";
