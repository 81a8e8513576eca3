import { localeOf } from '../../../schema/languages'

/** Returns cents as `1234,50`. */
export const euros = (cents: number): string => {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.trunc(size / 100)},${String(size % 100).padStart(2, '0')}`
}

/** Returns hundredths as a language writes them, `1234,50` or `1,234.50`. */
export const inDecimals = (hundredths: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: 2 }).format(hundredths / 100)

/** Returns cents as a record stores them, `1234.50`. */
export const storedEuros = (cents: number): string => euros(cents).replace(',', '.')

/** Returns a typed amount (`2,50`, `2.5`, `3`) in cents, or undefined. */
export const centsOf = (typed: string): number | undefined => {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
