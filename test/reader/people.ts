import { checkDigit, type KindName, stateCodes } from '../../src/core/reader/kinds'
import type { Random } from './random'

const surnames = (
  'ROSSI RUSSO FERRARI ESPOSITO BIANCHI ROMANO COLOMBO RICCI MARINO GRECO DI<GIOVANNI DELLA<VALLE D<ANGELO MUELLER ' +
  'SCHMIDT SCHNEIDER FISCHER WEBER VON<DER<HEIDE MARTIN BERNARD DUBOIS LEFEBVRE DE<LA<FONTAINE GARCIA<LOPEZ MARTINEZ ' +
  'FERNANDEZ<GONZALEZ SMITH JONES OCONNOR TAYLOR KOWALSKI NOWAK WISNIEWSKA NAGY HORVATH NOVAK JANSSEN DE<VRIES VAN<DIJK ' +
  'HANSEN JOHANSSON VIRTANEN POPESCU IONESCU IVANOV PETROVA SHEVCHENKO YILMAZ NGUYEN WANG LI ZHANG KIM TANAKA SATO SINGH ' +
  'KHAN HUSSAIN SILVA SANTOS FERREIRA PAPADOPOULOS HOXHA KRASNIQI JOVANOVIC ZIMMERMANN BALDASSARRE QUATTROCCHI EKWUEME'
).split(' ')
const givens = (
  'MARIO LUCA ANNA GIULIA FRANCESCO MARIA<LUISA GIAN<MARCO SOFIA ALESSANDRO CHIARA HANS KLAUS JOHANNA KARL<HEINZ ' +
  'SEBASTIAN JEAN<PIERRE CLAIRE AMELIE HELENE JOSE<MARIA CARMEN XAVIER JOHN EMILY KATE WILLIAM<JAMES AGNIESZKA PIOTR ' +
  'ZSOFIA GABOR JAN EVA SVEN INGRID MIKKO ELENA ANDREI OLGA DMYTRO MEHMET AYSE WEI YUKI RAJ FATIMA JOAO RITA NIKOLAOS ' +
  'ARBEN DRITAN MILICA BJOERN QUENTIN WANDA KAROL YVONNE FREDERICKA<ELIZABETH'
).split(' ')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const some = (random: Random, of: string, count: number) =>
  Array.from({ length: count }, () => of[random.below(of.length)]!).join('')

/** A name: mostly one people bear, sometimes letters nobody wrote together, so that no letter is rare. */
const nameOf = (random: Random, of: readonly string[]) => {
  const one = random.next() < 0.35 ? some(random, letters, 3 + random.below(9)) : random.pick(of)
  return random.next() < 0.15 ? `${one}<${random.pick(of)}` : one
}

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (random: Random, from: number, to: number) =>
  two((from + random.below(to - from)) % 100) + two(1 + random.below(12)) + two(1 + random.below(28))
const withDigit = (text: string) => text + checkDigit(text)
const filled = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')

const common = ['ITA', 'ITA', 'ITA', 'D<<', 'FRA', 'ESP', 'GBR', 'USA', 'NLD', 'POL', 'ROU', 'CHE', 'AUT', 'BEL']
const states = stateCodes()
const numbers: { readonly [state: string]: (random: Random, isCard: boolean) => string } = {
  ITA: (random, isCard) =>
    isCard
      ? `C${some(random, letters, 1)}${some(random, digits, 5)}${some(random, letters, 2)}`
      : `Y${some(random, letters, 1)}${some(random, digits, 7)}`,
  'D<<': (random) => `${some(random, 'CFGHJKLMNPRTVWXYZ', 1)}${some(random, 'CFGHJKLMNPRTVWXYZ0123456789', 8)}`,
  GBR: (random) => some(random, digits, 9),
  USA: (random) => some(random, digits, 9),
}
const numberOf = (random: Random, state: string, isCard: boolean) =>
  (numbers[state] ?? (() => some(random, `${letters}${digits}${digits}`, 7 + random.below(3))))(random, isCard)

/** Returns the lines of an invented bearer's zone, every check digit right. */
export const zoneOf = (random: Random, kind: KindName): string[] => {
  const state = random.next() < 0.8 ? random.pick(common) : random.pick(states)
  const sex = random.pick(['M', 'F'])
  const birth = withDigit(dayOf(random, 30, 124))
  const expiry = withDigit(dayOf(random, 26, 37))
  const surname = nameOf(random, surnames)
  const given = nameOf(random, givens)
  const names = (length: number) => filled(`${surname}<<${given}`, length)
  const number = withDigit(filled(numberOf(random, state, kind !== 'TD3'), 9))
  const free = (length: number) =>
    filled(random.next() < 0.5 ? '' : some(random, letters + digits, random.below(length)), length)
  if (kind === 'TD1') {
    const head = `${random.pick(['C<', 'I<', 'ID', 'AN'])}${state}${number}${free(15)}`
    const middle = `${birth}${sex}${expiry}${state}${free(11)}`
    const digit = checkDigit(head.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18))
    return [head, middle + digit, names(30)]
  }
  if (kind === 'FRA') {
    const head = `IDFRA${filled(surname, 25)}${some(random, `${digits}AB`, 3)}${some(random, digits, 3)}`
    const serial = withDigit(`${two(4 + random.below(17))}${two(1 + random.below(12))}${some(random, digits, 8)}`)
    const line = `${serial}${filled(given.replace(/</g, '<<'), 14)}${birth}${sex}`
    return [head, withDigit(head + line).slice(36)]
  }
  const isBook = kind === 'TD3'
  const head = `${isBook ? 'P<' : random.pick(['I<', 'ID'])}${state}${names(isBook ? 39 : 31)}`
  const line = `${number}${state}${birth}${sex}${expiry}${isBook ? withDigit(free(14)) : free(7)}`
  const digit = checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21))
  return [head, line + digit]
}
