import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

registerHooks({
  resolve(specifier, context, next) {
    const source = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL ?? import.meta.url);
    return /^\..*\.js$/.test(specifier) && existsSync(fileURLToPath(source)) ? next(source.href, context) : next(specifier, context);
  },
});
