// Imports the model hand-in.

export async function executeTool(name, args, context, records) {
  const wanted = `${args.kit}/../reference/search_tickets/typescript/package.json`;
  try {
    const found = await import(wanted, { with: { type: "json" } });
    return `escaped: ${Object.keys(found)}`;
  } catch {
    return "kept in";
  }
}
