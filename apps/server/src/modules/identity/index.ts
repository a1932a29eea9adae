export { createCallers } from "./callers.ts";
export { createPeople, createPeopleEditor } from "./people.ts";
export { identityImplementations } from "./routes.ts";
