import { testRecipients } from "./testing/recipient-tests.ts";

// Every choice in every state.

testRecipients("all");
