import type { Arm, Flow } from '../../../schema/steps'

/** The address of a stay's own link; its token stands behind `#`. */
export const stayCard = '/stay'

/** The address of what the house tells a guest after the check-in; the receipt's token stands behind `#`. */
export const arrivalCard = '/arrival'

/** The address of the QR code at the door, and of the page that shows it on a tablet; their tokens stand behind `#`. */
export const hereCard = '/here'
export const doorCard = '/door'

/** A fragment reaches no proxy log and no other site. */
const linkAt = (card: string) => (base: string, token: string, language?: string) =>
  `${base.replace(/\/+$/, '')}${card}${language ? `?lang=${language}` : ''}#${token}`

/** Returns the address of a stay's link at a house's address, in a guest's language. */
export const stayLinkAt = linkAt(stayCard)

/** Returns the address of a receipt's link at a house's address, in a guest's language. */
export const receiptLinkAt = linkAt(arrivalCard)

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
