import type { Arm, Flow } from '../../../schema/steps'

/** The address of a stay's own link; its token stands behind `#`. */
export const stayCard = '/stay'

/** Returns the address of a stay's link. The fragment reaches no proxy log and no other site. */
export const stayLinkAt = (base: string, token: string, language?: string): string =>
  `${base.replace(/\/+$/, '')}${stayCard}${language ? `?lang=${language}` : ''}#${token}`

/** Returns a flow without the question for a code: a stay's link leads where its code would. */
export const withoutCode = (flow: Flow): Flow => {
  const card = Object.keys(flow.steps).find((path) => flow.steps[path]!.do === 'acceptCode')
  if (!card) return flow
  const onwards = flow.steps[card]!.next.filter(({ when }) => [when?.outcome].flat().includes('checkin'))
  const past = (arm: Arm): Arm[] =>
    arm.to !== card
      ? [arm]
      : onwards.map(({ when: { outcome: _, ...when } = {}, set, ...rest }) => ({
          ...rest,
          when: { ...when, ...arm.when },
          set: { ...arm.set, ...set },
        }))
  return {
    ...flow,
    steps: Object.fromEntries(
      Object.entries(flow.steps).flatMap(([path, step]) =>
        path === card ? [] : [[path, { ...step, next: step.next.flatMap(past) }]],
      ),
    ),
  }
}
