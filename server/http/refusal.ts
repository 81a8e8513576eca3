/** A refusal with its status and what the answer says; thrown by whoever handles a call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly more: object = {},
    readonly cookies: readonly string[] = [],
  ) {
    super(message)
  }
}
