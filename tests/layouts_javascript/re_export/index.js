export * from "./src/registry.js";
