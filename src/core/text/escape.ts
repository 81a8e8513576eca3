const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as the content of an XML or HTML element: `&`, `<` and `>` as entities; quotes and apostrophes stay. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign]!)

/** Text for any place in a page, attributes in quotes included: quotes and apostrophes are entities too. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
