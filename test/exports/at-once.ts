import * as lines from '../../src/core/exports/police'
import * as region from '../../src/core/exports/ross1000'
import * as stays from '../../src/core/exports/tourism-stays'
import { atOnce, type Sliced } from '../../src/core/tasks'
import * as closing from '../../src/core/tax/tax-closing'
import { taxNotes as notes } from '../../src/core/tax/tax-report'

const whole =
  <Given extends unknown[], Made>(work: (...given: Given) => Sliced<Made>) =>
  (...given: Given): Made =>
    atOnce(work(...given))

export const police = whole(lines.police)
export const arrivals = whole(region.arrivals)
export const departures = whole(region.departures)
export const monthly = whole(region.monthly)
export const monthView = whole(stays.monthView)
export const closingOf = whole(closing.closingOf)
export const correctionsOf = whole(closing.correctionsOf)
export const taxNotes = whole(notes)
