import { answer } from "./core.mjs";

class Desk {
  executeTool(name, args, context, records) {
    return answer(name, args, context, records);
  }
}

export const desk = new Desk();
