import { testWhoIsTold } from "./testing/told-tests.ts";

// Every choice in every state.

testWhoIsTold("all");
