import { createElement } from 'react'
import { type TextPart, textParts } from '../../../../core/text/house-text'

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

/** A text of the house: paragraphs, links, and pictures of the house's folder. `of` is its key among the words. */
export const HouseParts = ({ text, of }: { text: string; of?: string }) =>
  createElement('div', { className: 'house-text', 'data-text': of }, ...textParts(text).map(drawn))
