import type { ControlKind } from './control'
import { Languages } from './languages'
import { Line } from './line'

/** The controls the first cards ask with: a choice of languages, and what is one line. */
export const firstControls = {
  text: { Ask: Line },
  code: { Ask: Line, isTitled: true },
  pin: { Ask: Line },
  email: { Ask: Line },
  language: { Ask: Languages, isGroup: true, isTitled: true },
} as const satisfies { [name: string]: ControlKind }
