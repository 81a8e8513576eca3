import * as lines from '../../src/core/exports/police'
import * as region from '../../src/core/exports/ross1000'
import * as stays from '../../src/core/exports/stays'
import type { Sliced } from '../../src/core/slices'

/** A computation run to its end without a stop. */
const atOnce =
  <Given extends unknown[], Made>(work: (...given: Given) => Sliced<Made>) =>
  (...given: Given): Made => {
    const running = work(...given)
    for (let step = running.next(); ; step = running.next()) if (step.done) return step.value
  }

export const police = atOnce(lines.police)
export const arrivals = atOnce(region.arrivals)
export const departures = atOnce(region.departures)
export const monthly = atOnce(region.monthly)
export const monthView = atOnce(stays.monthView)
