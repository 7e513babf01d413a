"use strict";
const { answer } = require("./core.mjs");

function executeTool(name, args, context, records) {
  return answer(name, args, context, records);
}

module.exports = { executeTool, tools: 2 };
