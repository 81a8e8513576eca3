import { languageTable } from '../../../schema/languages'
import type { ControlProps } from './field'

const order = [...languageTable].sort((a, b) => a.place - b.place)

type Props = { id: string; isChosen: (language: string) => unknown; choose?: (language: string) => void }

/** The languages, the chosen one first. As links they work before the script is loaded: a tap becomes `:target`. */
export const LanguageLinks = ({ id, isChosen, choose }: Props) => (
  <div className="choices languages">
    {[...order]
      .sort((a, b) => Number(Boolean(isChosen(b.code))) - Number(Boolean(isChosen(a.code))))
      .map(({ code: language, name }) => {
        const own = `${id}-${language}`
        return (
          <a
            key={language}
            id={own}
            className="choice"
            lang={language}
            hrefLang={language}
            href={`#${own}`}
            aria-current={(isChosen(language) || undefined) as true}
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
export const Languages = ({ id, value, choose }: ControlProps) => (
  <LanguageLinks {...{ id, choose }} isChosen={(language) => language === value} />
)
