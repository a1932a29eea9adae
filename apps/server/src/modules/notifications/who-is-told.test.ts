import { testWhoIsTold } from "./testing/told-tests.ts";

testWhoIsTold("broad");
