import { outcomesOf } from "../support/dialog-cases.ts";
import { outcomeStories } from "../support/outcomes.ts";

// `-t desktop-dark` runs one of the looks alone.
outcomeStories(["phone-light", "phone-dark", "desktop-light", "desktop-dark"], outcomesOf);
