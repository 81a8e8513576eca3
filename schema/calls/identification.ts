import type { Who } from '../guest'

export const identificationWays = ['inPerson', 'video', 'other'] as const
export type IdentificationWay = (typeof identificationWays)[number]

/** The comparison of a guest with the document; `words` describe another way. */
export type Identification = { at: string; by: string; how: IdentificationWay; words?: string }
export type Identified = { readonly [who in Who]?: Identification }
