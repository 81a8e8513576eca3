import { say } from '../shared/messages'
import { mostADay, type UsedUp } from './allowance'

export type DeliveryFault = { sentence: string; mark: string; permanent: boolean; everyone: boolean }

export type Failed = Error & { code?: string; originalCode?: string; responseCode?: number; command?: string }

const isTls = ({ code, originalCode = '', message }: Failed) =>
  code === 'ETLS' ||
  /CERT|SSL|TLS|SIGNATURE|ISSUER|EPROTO/.test(originalCode) ||
  /certificate|ssl routines/i.test(message)

/** Sentences by Nodemailer's error code, when the server has not answered. */
const silent: Record<string, string> = {
  EDNS: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ECONNECTION: 'dropped',
  EAUTH: 'auth',
  ENOAUTH: 'auth',
}

/**
 * Returns the fault of a failed sending. A wrong password or sender can be corrected, and a silent server may recover,
 * so they are retried; a refused address or letter is `permanent`.
 */
export const deliveryFault = (error: Failed, host: string, begun: boolean): DeliveryFault => {
  const { code = '', responseCode: answer, command = '' } = error
  const fault = (key: string, permanent = false): DeliveryFault => ({
    sentence: say(`fault.${key}`, { host, code: answer }),
    mark: [code, answer].filter(Boolean).join(' ') || error.name,
    permanent,
    everyone: !begun && !/^(RCPT|DATA)/.test(command),
  })
  if (isTls(error)) return fault('tls')
  if (!answer) return fault(silent[code] ?? 'other')
  if (answer < 500 || answer === 503) return fault('later')
  if (code === 'EAUTH') return fault('auth')
  if (command.startsWith('MAIL')) return fault('sender')
  if (command.startsWith('RCPT')) return fault('recipient', true)
  return command.startsWith('DATA') ? fault('refused', true) : fault('later')
}

const limits = { address: mostADay.address, house: mostADay.house }

/** Returns a fault known before any connection. */
export const hindrance = (
  key: 'off' | 'address' | 'unclear' | 'restored' | 'other' | `held.${UsedUp}`,
): DeliveryFault => ({
  sentence: say(`fault.${key}`, limits),
  mark: key,
  permanent: ['address', 'unclear', 'restored'].includes(key),
  everyone: key === 'off',
})
