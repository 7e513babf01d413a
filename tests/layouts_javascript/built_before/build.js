import { cpSync } from "node:fs";

for (const folder of ["src", "tests"]) cpSync(folder, "dist", { recursive: true });
