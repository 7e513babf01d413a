/** The ticket tools of the support assistant. */

/** Answers one tool call; see BRIEF.md for the contract. */
export function executeTool(name, args, context, records) {
  throw new Error("not implemented");
}
