// Is no JavaScript.

export function executeTool( {
