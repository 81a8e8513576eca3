import type { Who } from '../guest'

/** How a guest can be compared with the document at the door. */
export const identificationWays = ['inPerson', 'video', 'other'] as const
export type IdentificationWay = (typeof identificationWays)[number]

/** That a guest was compared with the document: when, by whom, how, and in words where it was in another way. */
export type Identification = { at: string; by: string; how: IdentificationWay; words?: string }
export type Identified = { readonly [who in Who]?: Identification }
