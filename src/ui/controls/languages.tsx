/** In the order the first card offers them. */
const order = ['en', 'fr', 'es', 'de', 'it']

type Props = { id: string; to: string; name: (language: string) => string; value?: string; choose?: (language: string) => void }

/** The languages, each in its own words: links, so that a browser whose script has not come yet can follow them too. */
export const LanguageLinks = ({ id, to, name, value, choose }: Props) => (
  <div className="choices languages">
    {order.map((language, i) => (
      <a
        key={language} id={i ? undefined : id} className="choice" lang={language} hrefLang={language} href={`${to}?lang=${language}`} aria-current={language === value || undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          // The router follows every link it hears of, also one that was answered here.
          event.stopPropagation()
          choose?.(language)
        }}
      >
        {name(language)}
      </a>
    ))}
  </div>
)
