// Prints without end. At most 2 GB.

export function executeTool(name, args, context, records) {
  for (let n = 0; n < 2_000_000; n += 1) console.log("x".repeat(1000));
}
