/** The guests' names of the check-ins an answer speaks of. */
export type People = Record<number, Partial<Record<'main' | 'second' | 'third', string>>>
