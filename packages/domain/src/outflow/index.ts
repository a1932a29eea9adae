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
  type Outgoing,
  type Sale,
  setUpOf,
  withApproval,
  withSale,
  withSetUp,
  worthOf,
} from "./book.ts";
export { messagesToAskAbout, withOutcomes } from "./give-back.ts";
export {
  agreedOutcomes,
  type BookedMessage,
  type FinalizedTransaction,
  lastHeightOf,
  type MessageOutcome,
  outcomeBy,
  type ReportedOutcome as SaidOutcome,
} from "./outcomes.ts";
export { covers, tokensOf, waitFor } from "./waits.ts";
