import type { ControlKind } from './control'
import { Languages } from './languages'
import { Line } from './line'

/** The controls of the first cards: languages and single-line inputs. */
export const firstControls = {
  text: { Ask: Line },
  code: { Ask: Line, isTitled: true },
  pin: { Ask: Line },
  email: { Ask: Line },
  language: { Ask: Languages, isGroup: true, isTitled: true },
} as const satisfies { [name: string]: ControlKind }
