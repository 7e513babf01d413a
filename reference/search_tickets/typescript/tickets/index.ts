/** Two read-only help-desk tools for an assistant, both called through `executeTool`. */

export { SEARCH_TICKETS } from "./declaration.ts";
export { fixtureRecords } from "./fixture.ts";
export { executeTool } from "./registry.ts";
