import { languageTable } from '../../../schema/languages'
import type { ControlProps } from './control'

/** In the order the first card offers them. */
const order = [...languageTable].sort((a, b) => a.place - b.place)

type Props = { id: string; value?: string; choose?: (language: string) => void }

/**
 * The languages, each in its own words: links, so that one tapped before the script has come is the page's target when
 * it comes.
 */
export const LanguageLinks = ({ id, value, choose }: Props) => (
  <div className="choices languages">
    {order.map(({ code: language, name }, i) => {
      const own = i ? `${id}-${language}` : id
      return (
        <a
          key={language}
          id={own}
          className="choice"
          lang={language}
          hrefLang={language}
          href={`#${own}`}
          aria-current={language === value || undefined}
          onClick={(event) => {
            event.preventDefault()
            choose?.(language)
          }}
        >
          {name}
        </a>
      )
    })}
  </div>
)

/** The languages; choosing one is going on. */
export const Languages = ({ id, value, choose }: ControlProps) => <LanguageLinks {...{ id, value, choose }} />
