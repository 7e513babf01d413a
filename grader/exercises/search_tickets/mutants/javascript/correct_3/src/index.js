/**
 * A correct adapter of generators in four modules: rows flow sorted through filters, one too many is taken.
 *
 * Chosen where the contract is open: only `false` denies, a missing permission grants; no tenant is the tenant "" and
 * no context throws; keys are sorted, `id` is shown; `undefined` under a key is a wrong value; 5n is taken and boxed
 * values refused; class instances and other realms are taken, hidden keys not looked at, getters, Proxies, symbol keys
 * and objects without prototype refused; titles are compared in NFC; a null ticket is not found and passed over.
 */
export { answer as executeTool } from "./entries.js";
