import type { Flow } from '../../../schema/steps'
import { follow, target } from '../../core/route'

/** In the order the first card offers them. */
const order = ['en', 'fr', 'es', 'de', 'it']

/** The step that choosing a language leads to. */
export const afterLanguage = (flow: Pick<Flow, 'steps'>) => {
  const step = Object.values(flow.steps).find(({ do: effect }) => effect === 'chooseLanguage')
  return (step && target(follow(step.next, { outcome: 'chosen' }) ?? { to: '/' }, {})) ?? '/'
}

type Props = { id: string; to: string; name: (language: string) => string; value?: string; choose?: (language: string) => void }

/** The languages, each in its own words: links, so that a browser whose script has not come yet can follow them too. */
export const LanguageLinks = ({ id, to, name, value, choose }: Props) => (
  <div className="choices languages">
    {order.map((language, i) => (
      <a
        key={language} id={i ? undefined : id} className="choice" lang={language} hrefLang={language} href={`${to}?lang=${language}`} aria-current={language === value || undefined}
        onClick={(event) => {
          event.preventDefault()
          choose?.(language)
        }}
      >
        {name(language)}
      </a>
    ))}
  </div>
)
