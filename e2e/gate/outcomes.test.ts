import { outcomeStories } from "../support/outcomes.ts";

// Each dialog ends confirmed. What only a real browser and a real server show about the others is the same for all: the long
// run has every outcome of every dialog.
outcomeStories(["phone-light"], ({ outcomesInGate }) => outcomesInGate);
