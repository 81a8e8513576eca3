import type { IncomingHttpHeaders } from 'node:http'
import type { Checkin } from '../../schema/checkin'
import type { Paying, Price } from './price'

/** A page where a guest pays by card, as its provider reports it. */
export type PaymentPage = {
  id: string
  /** The address of an open page. */
  url?: string
  status: 'open' | 'paid' | 'processing' | 'expired'
  /** The check-in's number and the seal that the house wrote on the page; empty on other pages. */
  checkin: string
  seal: string
  /** The price asked; amount 0 and an empty currency where the provider names none. */
  price: Price
  /** Whether real money moves. */
  isLive: boolean
}

/** What a page is opened for: `back` is where the guest returns to. */
export type PageRequest = { checkin: Checkin; back: string; all: Paying; price: Price; seal: string }

/** A message of the provider, by its number there. One without a `page` is of no interest. */
export type PaymentEvent = { id: string; type: string; page?: PaymentPage }

/**
 * Why a provider did not do what was asked: it refuses the keys or the request, does not know the page, or gave no good
 * answer.
 */
export type PaymentFailure = 'refused' | 'unknown' | 'unreachable'

/** The connection to a provider. Its calls reject with an error that `failureOf` and `markOf` of the provider read. */
export type PaymentConnection = {
  /** Describes a new page in the provider's own terms; the same JSON is the same request. */
  describe: (request: PageRequest) => object
  /** Opens the page; the same `key` twice gives the same page. */
  open: (request: PageRequest, key: string) => Promise<PaymentPage>
  /** Returns a page; `undefined` when the provider does not know it. */
  find: (all: Paying, id: string) => Promise<PaymentPage | undefined>
  /** Closes an open page, so that nobody pays there. */
  expire: (all: Paying, id: string) => Promise<void>
  /** Reads a signed message. Refuses (400) one whose signature is wrong or older than five minutes. */
  readEvent: (all: Paying, body: Buffer, headers: IncomingHttpHeaders, at: Date) => Promise<PaymentEvent>
  /** Whether a guest may be sent to an address. */
  isSafe: (url: string) => boolean
}

/** A service that takes card payments for the house. Its words are Italian sentences for the host. */
export type PaymentProvider = {
  /** The name in the log. */
  id: string
  /** The name in the privacy notice. */
  title: string
  isOn: (all: Paying) => boolean
  /** Whether the keys are for real money. */
  isLive: (all: Paying) => boolean
  /** Whether a setting is one of the provider's keys and texts. */
  hasSetting: (name: string) => boolean
  /** What is wrong with the keys; nothing when they are right or empty. */
  keyFault: (all: Paying) => string | undefined
  /** Why guests cannot pay by card now; nothing when they can. */
  chargeFault: (all: Paying) => string | undefined
  /** Why the host's keys do not work, for the guest's page. */
  refusedWords: string
  /** Why the payment page is missing for now, for the guest's page. */
  unreachableWords: string
  /** Whether a number is of one of the provider's pages. */
  isPageId: (id: string) => boolean
  failureOf: (error: unknown) => PaymentFailure
  /** The type and status of an error for the log, without its text. */
  markOf: (error: unknown) => string
  /** Connects; `host` replaces the provider's address, `patience` is the time for an answer in milliseconds. */
  connect: (options: { host?: string | undefined; patience: number; log: (line: string) => void }) => PaymentConnection
}
