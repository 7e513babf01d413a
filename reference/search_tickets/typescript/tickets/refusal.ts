/** A refusal: how any station of a call ends it with one of the four codes of the contract. */

export type Code = "unknown_tool" | "invalid_arguments" | "forbidden" | "not_found";

/** Ends a call with `code`; the executor turns it into the reply. */
export class Refusal extends Error {
  readonly code: Code;

  constructor(code: Code) {
    super(code);
    this.code = code;
  }
}
