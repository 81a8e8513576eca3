/** Loads the style sheets the page names with a `rel` of their own. Rejects if one fails; it may be tried again. */
export const loadStyle = (rel: 'later-style' | 'host-style') =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)].map(
      (link) =>
        new Promise<void>((done, fail) => {
          link.onload = () => done()
          link.onerror = () => {
            link.rel = rel
            fail(new Error(link.href))
          }
          link.rel = 'stylesheet'
        }),
    ),
  )
