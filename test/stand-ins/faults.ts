/**
 * What a service does wrong once, when asked to: `dropAfter` stores and closes the line before answering, `dropBefore`
 * closes it before anything is stored, `silence` stores and never answers, `page` stores and answers an HTML page with
 * status 500, `busy` stores nothing and answers such a page, `fault` stores and answers a SOAP fault, `short` answers
 * one result too few, `prefixes` answers with other namespace prefixes, `bom` begins the answer with a byte order mark,
 * `indented` spreads it over CRLF lines.
 */
export const faults = [
  'dropAfter',
  'dropBefore',
  'silence',
  'page',
  'busy',
  'fault',
  'short',
  'prefixes',
  'bom',
  'indented',
] as const

/**
 * What the police's service alone does wrong, having stored the lines: `denied` answers that the call failed beside a
 * result for each line, `deniedToken` blames the token beside it, `deniedBare` answers that the call failed and nothing
 * more, `signedOut` answers 401.
 */
export const policeFaults = [...faults, 'denied', 'deniedToken', 'deniedBare', 'signedOut'] as const

export type SendFault = (typeof policeFaults)[number]

/**
 * How a receipt comes wrong: its first 30 bytes, its first half, whole but for some bytes of its middle, without its
 * end, with the number of another day, an HTML page in its place.
 */
export type ReceiptFault = 'cutAt30' | 'half' | 'hole' | 'noEnd' | 'otherCount' | 'html'

export type CommonFault = (typeof faults)[number]

/** Every fault; `held` does not answer before the test lets it go. */
export type Fault = SendFault | ReceiptFault | 'held'

/** A fault ordered for the next call of an operation; for every operation when none is named. */
export type Order = { fault: Fault; operation?: string | undefined }

/** Decides by chance what goes wrong at a call of an operation that no order is out for. */
export type Dice = (operation: string) => Fault | undefined

/** The faults a stand-in still owes, in the order they were asked for; where none is due, the dice decide. */
export const faultOrders = (dice: Dice = () => undefined) => {
  const orders: Order[] = []
  return {
    order: (fault: Fault, operation?: string) => void orders.push({ fault, operation }),
    /** The fault due for this operation, taken off the list. */
    take: (operation: string): Fault | undefined => {
      const at = orders.findIndex((one) => !one.operation || one.operation === operation)
      return at < 0 ? dice(operation) : orders.splice(at, 1)[0]!.fault
    },
    clear: () => void orders.splice(0),
  }
}
