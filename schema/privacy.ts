/** A check-in as the page on privacy names it. */
type Stayed = { id: number; name: string; departureDate: string }

/** How many check-ins lose their identity, go whole, lose their letters; how many notes of files and of the region's guests go. */
type RetentionCounts = Record<'identity' | 'record' | 'letters' | 'exports' | 'region', number>

/**
 * What the terms will take at the `next` run (an ISO instant, on a `day` of Italy; none while switched off), which check-ins are past
 * their term and wait for the word that the police were told, which are held back, and what the latest runs took.
 */
export type RetentionPlan = {
  next?: string
  day: string
  due: RetentionCounts
  waiting: Stayed[]
  held: (Stayed & { reason: string })[]
  done: { at: string; day: string; counts: RetentionCounts }[]
}
