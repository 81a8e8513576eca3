import type { Random } from './random'

/** What spoils a picture, in the order of the report. */
export const distortions = ['small', 'blur', 'motion', 'noise', 'jpeg', 'light', 'glare', 'shape', 'ground'] as const
/** What training never saw; the threshold was chosen with it. */
export const unseen = ['ghost', 'scratches', 'moire', 'sharpened', 'worn'] as const
export type Distortion = (typeof distortions)[number] | (typeof unseen)[number]

/** How much of each distortion a picture has: 0 none, 1 as in a good picture, 2 in a mediocre one, 3 in a bad one. */
export type Levels = { [name in Distortion]: number }

/** The names of the levels. */
export const severities = ['clean', 'good', 'mediocre', 'bad'] as const

/** The value of a measure at a level, from its values at 0, 1, 2 and 3. */
export const at = (level: number, values: readonly [number, number, number, number]): number => {
  const low = Math.min(2, Math.max(0, Math.floor(level)))
  return values[low]! + (values[low + 1]! - values[low]!) * (level - low)
}

const none = Object.fromEntries([...distortions, ...unseen].map((name) => [name, 0])) as Levels

/** Levels for training: every distortion a little, some up to the worst; the unseen ones never. */
export const trainingLevels = (random: Random): Levels => {
  const levels = { ...none }
  const most = random.pick([0.8, 1.5, 2.2, 3])
  for (const name of distortions) levels[name] = random.next(0, Math.min(1.3, most))
  for (let i = random.below(4); i > 0; i--) levels[random.pick(distortions)] = random.next(0.5, most)
  return levels
}

/**
 * Levels for judging: one distortion at its level, the others as in a good picture or better. `all` is every one of
 * those that training knows at two thirds of the level.
 */
export const judgingLevels = (random: Random, distortion: Distortion | 'all', level: number): Levels => {
  const levels = { ...none }
  for (const name of distortions)
    levels[name] = distortion === 'all' ? (level * 2) / 3 : random.next(0, Math.min(1, level))
  if (distortion !== 'all') levels[distortion] = level
  return levels
}
