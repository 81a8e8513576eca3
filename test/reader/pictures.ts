import type { KindName } from '../../src/core/reader/kinds'
import { taken } from './camera'
import { linePitch, pitch } from './letters'
import { at, type Levels } from './levels'
import { zoneOf } from './people'
import type { Random } from './random'
import { draw, type Scene } from './scene'

/** A picture of an invented document with what stands in its zone. */
export type Drawn = { lines: string[]; data: Uint8Array; width: number; height: number; place: Scene['place'] }

/**
 * Returns a picture in which the zone fills the frame, as under the frame of the camera.
 * @param spoil Changes what stands in the zone.
 */
export const zonePicture = (
  random: Random,
  kind: KindName,
  levels: Levels,
  spoil = (lines: string[]): string[] => lines,
): Drawn => {
  const lines = spoil(zoneOf(random, kind))
  const count = lines[0]!.length
  const cell = at(levels.small, [22, 17, 12, 8.5]) * random.next(0.9, 1.1)
  const width = Math.round(count * cell * random.next(1.08, 1.25))
  const height = Math.round(((lines.length * linePitch) / pitch + random.next(2.5, 5) + 1.6 * levels.shape) * cell)
  const view = { cell, width, height, quarter: 0, x: random.next(-0.02, 0.02), y: random.next(-0.04, 0.04) }
  const scene = draw(random, kind, lines, levels, view)
  return { lines, data: taken(random, scene, levels), width, height, place: scene.place }
}

/** Returns a picture of the whole page on a table, turned by quarters, from 0.3 to 12 million points. */
export const wholePicture = (random: Random, kind: KindName, levels: Levels, millions: number): Drawn => {
  const lines = zoneOf(random, kind)
  const quarter = random.below(4)
  const long = Math.round(Math.sqrt(millions * 1e6 * (4 / 3)))
  const [width, height] = random.next() < 0.5 ? [long, Math.round(long * 0.75)] : [Math.round(long * 0.75), long]
  const page = { TD1: 86, TD2: 105, TD3: 125, FRA: 105 }[kind]
  const across = quarter % 2 ? height : width
  const cell = ((across * random.next(0.6, 0.92)) / page) * pitch
  const [x, y] = [random.next(-0.04, 0.04), random.next(-0.02, 0.04)]
  const down = (((kind === 'TD1' ? 0.18 : 0.25) * page) / across) * (cell / pitch)
  const [dx, dy] = [
    [0, down],
    [-down, 0],
    [0, -down],
    [down, 0],
  ][quarter] as [number, number]
  const view = { cell, width, height, quarter, x: x + (dx * across) / width, y: y + (dy * across) / height }
  const scene = draw(random, kind, lines, levels, view)
  return { lines, data: taken(random, scene, levels), width, height, place: scene.place }
}
