// Returns values that JSON lacks.

export function executeTool(name, args, context, records) {
  return [NaN, -0, 10n, new Map([[1, 2]]), new Date(0), undefined];
}
