let asked: Promise<unknown> | undefined

/** Resolves when a style sheet has loaded or failed: a page without it is plain but readable. */
const loaded = (link: HTMLLinkElement) =>
  new Promise<void>((done) => {
    link.addEventListener('load', () => done(), { once: true })
    link.addEventListener('error', () => done(), { once: true })
    link.rel = 'stylesheet'
  })

/** Loads the style of the host's pages once; guests never load it. */
export const openHostStyle = () =>
  (asked ??= Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=host-style]')].map(loaded)))
