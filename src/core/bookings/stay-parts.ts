import { addDays } from '../text/dates'

/** The nights of one schedina: the police accept no more. */
const mostNights = 30

type Days = { arrival: string; departure: string }

/** Returns the days of each check-in that a stay needs, one for each 30 nights. No day is after the year 9999. */
export const stayParts = ({ arrival, departure }: Days): Days[] => {
  const end = addDays(arrival, mostNights)
  return end && end < departure
    ? [{ arrival, departure: end }, ...stayParts({ arrival: end, departure })]
    : [{ arrival, departure }]
}
