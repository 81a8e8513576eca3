import type { Flow } from '../../../../../schema/steps'

/** A step being edited: its flow, its path, and the cards' words in the host's language. */
export type StepProps = { flow: Flow; path: string; cards: Record<string, string> }
