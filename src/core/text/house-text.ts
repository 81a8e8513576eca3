/** A picture, or a paragraph whose odd parts are web addresses. */
export type TextPart = { picture: string; description: string } | { paragraph: string[] }

const picture = /^!\[([^\]]*)\]\(([\w-][\w.-]*\.(?:png|jpe?g|gif|webp))\)$/i
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

/** Returns the parts of a house's text. An empty line begins a paragraph; `![description](name.jpg)` is a picture. */
export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length) parts.push({ paragraph: lines.join('\n').split(address) })
    lines = []
  }
  for (const line of text.split(/\r?\n/).map((line) => line.trim())) {
    const [, description = '', name] = picture.exec(line) ?? []
    if (name || !line) endParagraph()
    if (name) parts.push({ picture: name, description })
    else if (line) lines.push(line)
  }
  endParagraph()
  return parts
}
