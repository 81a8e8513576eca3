import type { Flow } from '../../../../../schema/steps'

/** A step being edited: the flow it is in, its address, and the Italian words of the cards. */
export type StepProps = { flow: Flow; path: string; cards: Record<string, string> }
