import { openSync, writeSync } from 'node:fs'

/**
 * What stands in the code in place of what a mistake can be made in. Each is given the mistake's number, and does what
 * was there before, or the mistake if it is the chosen one.
 */
export const choosing = (chosen: number, reached: (number: number) => void = () => {}) => {
  const is = (number: number) => {
    reached(number)
    return number === chosen
  }
  // biome-ignore-start lint/suspicious/noExplicitAny: it stands in for operators, which take anything
  return {
    is,
    not: (n: number, value: any) => (is(n) ? !value : value),
    and: (n: number, one: () => any, other: () => any) => (is(n) ? one() || other() : one() && other()),
    or: (n: number, one: () => any, other: () => any) => (is(n) ? one() && other() : one() || other()),
    '<': (n: number, a: any, b: any) => (is(n) ? a <= b : a < b),
    '<=': (n: number, a: any, b: any) => (is(n) ? a < b : a <= b),
    '>': (n: number, a: any, b: any) => (is(n) ? a >= b : a > b),
    '>=': (n: number, a: any, b: any) => (is(n) ? a > b : a >= b),
    '===': (n: number, a: any, b: any) => (is(n) ? a !== b : a === b),
    '!==': (n: number, a: any, b: any) => (is(n) ? a === b : a !== b),
    '+': (n: number, a: any, b: any) => (is(n) ? a - b : a + b),
    '-': (n: number, a: any, b: any) => (is(n) ? a + b : a - b),
  }
  // biome-ignore-end lint/suspicious/noExplicitAny: the same
}

/** Writes each number once to the file that `MUTANTS_REACHED` names, at once: the process may be killed. */
const noted = (path: string) => {
  const file = openSync(path, 'a')
  const seen = new Set<number>()
  return (number: number) => {
    if (seen.has(number)) return
    seen.add(number)
    writeSync(file, `${number}\n`)
  }
}

const { MUTANT = '-1', MUTANTS_REACHED } = process.env

/** The mistake this process makes: the number `MUTANT` says. */
export const mutant = choosing(Number(MUTANT), MUTANTS_REACHED ? noted(MUTANTS_REACHED) : undefined)
