import type { FiledGuests, FiledState } from '../../../schema/calls/api'
import type { Reported } from '../../../schema/office-answers'

const policeHas: Record<FiledState, Reported['police']> = {
  sent: 'told',
  changed: 'told',
  corrected: 'told',
  sending: 'unknown',
  unknown: 'unknown',
  inFile: 'inFile',
  outdated: 'inFile',
  refused: undefined,
}

const strongestFirst = ['told', 'unknown', 'inFile'] as const

/** Returns what the police have of a check-in, from its guests' states and the host's declaration (`told`). */
export const policeReported = (states: FiledGuests | undefined, told: string | undefined) => {
  const found = new Set(Object.values(states ?? {}).map((state) => state && policeHas[state]))
  return told ? 'told' : strongestFirst.find((one) => found.has(one))
}
