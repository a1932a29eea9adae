import { lookAtStates } from "./look-at-states.ts";

lookAtStates(1);
