import { languages } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import { covers } from '../../flow/arms'
import type { Consequence, ShippedWords } from '../operations'
import { editOutcome, sideEffect, stepWith, withArms } from './editing'

/** Also copies the project's words, which exist only under the old name. */
const movedWords = (flow: Flow, path: string, to: string, shipped: ShippedWords): Flow['words'] => {
  const moved = languages.flatMap((language) => {
    const own = flow.words[language] ?? {}
    const ownWords = (words: { readonly [key: string]: string }) =>
      Object.entries(words).filter(([key]) => key.startsWith(`${path}.`))
    const texts = Object.fromEntries(ownWords({ ...shipped[language], ...own }))
    const left = Object.entries(own).map(([key, text]) =>
      key in texts ? [`${to}${key.slice(path.length)}`, text] : [key, text],
    )
    const carried = Object.entries(texts)
      .filter(([key]) => !(key in own))
      .map(([key, text]) => [`${to}${key.slice(path.length)}`, text])
    const words = Object.fromEntries([...left, ...carried]) as Record<string, string>
    return language in flow.words || Object.keys(words).length ? [[language, words] as const] : []
  })
  return Object.fromEntries(moved)
}

/** A guard with a prefix may not cover the new address: add one that does. */
const repairGuards = (flow: Flow, path: string, to: string, along: Consequence[]): Pick<Flow, 'guards' | 'homes'> => {
  const watches = (at: string) => at !== path && covers(at, path) && !covers(at, to)
  const named = (one: string) => (one === path ? to : one)
  const guards = flow.guards.flatMap((guard) => {
    const renamedGuard = { ...guard, at: named(guard.at), to: named(guard.to) }
    if (!watches(guard.at)) return [renamedGuard]
    along.push(sideEffect('guardRepaired', { at: to, to: renamedGuard.to }))
    return [renamedGuard, { ...renamedGuard, at: to }]
  })
  const homes = flow.homes.flatMap((home) => {
    const renamedHome = { at: home.at === '/' ? '/' : named(home.at), to: named(home.to) }
    if (!watches(home.at)) return [renamedHome]
    along.push(sideEffect('homeRepaired', { at: to, to: renamedHome.to }))
    return [renamedHome, { at: to, to: renamedHome.to }]
  })
  return { guards, homes }
}

/** Returns a flow with a renamed step: every reference and its words follow. */
export const renameEverywhere = (flow: Flow, path: string, to: string, shipped: ShippedWords) => {
  const along: Consequence[] = []
  const led = withArms(flow, (arm) => [arm.to === path ? { ...arm, to } : arm])
  const steps = Object.fromEntries(
    Object.entries(led.steps).map(([name, step]) => [
      name === path ? to : name,
      step.home === path ? stepWith(step, { home: to }) : step,
    ]),
  )
  const exceptions = flow.exceptions.map((one) => ({
    ...one,
    ...(one.at === path && { at: to }),
    ...(one.to === path && { to }),
  }))
  if (flow.exceptions.some(({ at }) => at === path)) along.push(sideEffect('excuseMoved', { path: to }))
  const words = movedWords(flow, path, to, shipped)
  if (languages.some((language) => Object.keys(words[language] ?? {}).some((key) => key.startsWith(`${to}.`))))
    along.push(sideEffect('wordsMoved', { path: to }))
  for (const at of new Set(flow.guards.filter(({ at }) => covers(at, to) && !covers(at, path)).map(({ at }) => at)))
    along.push(sideEffect('guardJoins', { path: to, at }))
  return editOutcome({ ...led, steps, exceptions, words, ...repairGuards(flow, path, to, along) }, along)
}
