import type { Piece } from '../../../../core/diagram/outline'

/** A sentence with strong pieces. */
export const Sentence = ({ pieces }: { pieces: readonly Piece[] }) => {
  let at = 0
  return pieces.map(({ text, strong }) => {
    at += text.length + 1
    return strong ? <strong key={at}>{text}</strong> : <span key={at}>{text}</span>
  })
}
