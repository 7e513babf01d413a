"use strict";
const { answer } = require("./core.mjs");

exports.executeTool = (...call) => answer(...call);
