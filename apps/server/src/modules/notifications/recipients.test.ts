import { testRecipients } from "./testing/recipient-tests.ts";

testRecipients("broad");
