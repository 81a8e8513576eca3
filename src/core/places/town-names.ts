import type { Place } from '../../../schema/calls/tables'
import { answer, choose, firstFound, placeParts, suggest } from './found'
import type { Found } from './place'
import { isOf } from './provinces'
import { meant } from './towns'

const italy = /^(.+) (?:ITALIA|ITALY|ITALIE|ITALIEN|ITA|IT)$/
const office = /^(?:COMUNE|CITTA|MUNICIPIO|QUESTURA|PREFETTURA|SINDACO) (?:DI|D) (.+)$/
const withProvince = /^(.+) ([A-Z]{2})$/

/** Splits a folded name from two final letters. */
export const splitProvince = (name: string): [stem: string, sigla: string] => {
  const [, stem = '', sigla = ''] = withProvince.exec(name) ?? []
  return [stem, sigla]
}

const unique = (places: readonly Place[]) => [...new Map(places.map((place) => [place.code, place])).values()]

/** Returns the reader of town names: with a province, in two languages, by accent, or as "Comune di …". */
export const townReader = (named: (name: string) => Place[], exact: (name: string) => Found) => {
  const inProvince = (name: string): Found => {
    const [stem, sigla] = splitProvince(name)
    const places = stem ? named(stem) : []
    const here = places.filter((place) => place.province === sigla)
    const near = unique(meant(places).filter((place) => isOf(sigla, place)))
    return here.length ? answer(here) : near.length === 1 ? answer(near) : choose(meant(places))
  }

  const town = (name: string): Found => {
    const places = named(name)
    return places.length ? answer(places) : inProvince(name)
  }

  const bilingual = (text: string): Found => {
    const halves = placeParts(text)
    const sigla = /^[A-Z]{2}$/.test(halves.at(-1) ?? '') ? halves.pop() : undefined
    const lists = halves.map(named)
    const shared = (lists[0] ?? []).filter(
      (place) =>
        (!sigla || place.province === sigla) && lists.every((list) => list.some(({ code }) => code === place.code)),
    )
    return shared.length ? answer(shared) : suggest(meant(lists.flat()))
  }

  const spelt = (text: string, found: Found): Found => {
    if (!('candidates' in found)) return found
    const name = text
      .normalize('NFD')
      .replace(/\p{M}|[’‘`´ʼ]/gu, "'")
      .toUpperCase()
      .trim()
    const exact = name.includes("'") ? found.candidates.filter((place) => place.name === name) : []
    return exact.length === 1 ? answer(exact) : found
  }

  const townOf = (text: string, name: string): Found => {
    const bare = italy.exec(name)?.[1] ?? name
    return firstFound([
      () => exact(name),
      () => spelt(text, town(name)),
      () => town(bare),
      () => town(office.exec(bare)?.[1] ?? ''),
      () => bilingual(text),
    ])
  }

  return townOf
}
