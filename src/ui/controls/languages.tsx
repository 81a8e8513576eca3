import { languageTable } from '../../../schema/languages'
import type { ControlProps } from './control'

const order = [...languageTable].sort((a, b) => a.place - b.place)

type Props = { id: string; value?: string; choose?: (language: string) => void }

/**
 * The languages, each by its own name. They are links: one tapped before the script is loaded becomes the page's
 * `:target`.
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

/** The languages as a control; choosing one also presses OK. */
export const Languages = ({ id, value, choose }: ControlProps) => <LanguageLinks {...{ id, value, choose }} />
