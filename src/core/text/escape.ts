const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Returns text as the content of an XML or HTML element. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign]!)

/** Returns text for any place in a page, quoted attributes included. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
