// Prints much, and answers right.

export function executeTool(name, args, context, records) {
  for (let n = 0; n < 5_000; n += 1) console.log("line", n);
  return "right";
}
