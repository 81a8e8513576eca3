/** The host's own style sheet, on its way; undefined until somebody asks for it. */
let asked: Promise<unknown> | undefined

/** The end of a style sheet's loading, well or not: without it a page is plain, and can still be read. */
const loaded = (link: HTMLLinkElement) =>
  new Promise<void>((done) => {
    link.addEventListener('load', () => done(), { once: true })
    link.addEventListener('error', () => done(), { once: true })
    link.rel = 'stylesheet'
  })

/**
 * Loads the style of the host's pages, once; guests never do. Done when they can be drawn and measured as they will
 * stay.
 */
export const openHostStyle = () =>
  (asked ??= Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=host-style]')].map(loaded)))
