import { outcomeStories } from "../support/outcomes.ts";

// What no other story of the gate shows: a reload and a killed server in the middle, a sale, a payout. The long run has every outcome
// of every dialog.
outcomeStories(["phone-light"], ({ outcomesInGate }) => outcomesInGate);
