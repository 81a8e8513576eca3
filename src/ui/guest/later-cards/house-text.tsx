import { createElement } from 'react'
import { type TextPart, textParts } from '../../../core/text/house-text'
import { house } from '../../shared/published'
import type { PanelProps } from '../state/panel'

const piece = (text: string, place: number) =>
  place % 2 ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  )

const drawn = (part: TextPart) =>
  'picture' in part ? (
    <img src={`/pictures/${part.picture}`} alt={part.description} />
  ) : (
    createElement('p', null, ...part.paragraph.map(piece))
  )

/** The house's own text on a card: paragraphs, links, and pictures of the house's folder. */
export const HouseText = ({ path }: Pick<PanelProps, 'path'>) => {
  const { has, say } = house.get().speak
  const key = `${path}.text`
  const parts = has(key) ? textParts(say(key)) : []
  return createElement('div', { className: 'house-text', 'data-text': key }, ...parts.map(drawn))
}
