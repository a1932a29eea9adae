import { crashes } from "../support/crashes.ts";

crashes(2);
