import { useEffect } from 'react'
import { Brand } from '../../shared/brand'
import { Card } from '../../shared/card'
import { say } from '../../shared/published'

/** The card of an address that does not exist; it links to the first step, `home`. */
export const NotFound = ({ home }: { home: string }) => {
  useEffect(() => void (document.title = say('notFound.title')), [])
  return (
    <Card title={say('notFound.title')} brand={<Brand />} home={{ to: home, text: say('home') }}>
      <p className="lead">{say('notFound.text')}</p>
      <a className="choice primary" href={home}>
        {say('notFound.go')}
      </a>
    </Card>
  )
}

/** Asks a guest who chose a language during a check-in whether to continue it or to begin again. */
export const Unfinished = ({ resume, restart }: { resume: () => void; restart: () => void }) => (
  <section className="unfinished" aria-labelledby="unfinished-title">
    <h2 id="unfinished-title" ref={(title) => title?.focus()} tabIndex={-1}>
      {say('unfinished.title')}
    </h2>
    <p>{say('unfinished.text')}</p>
    <div className="choices">
      <button type="button" className="choice primary" onClick={resume}>
        {say('unfinished.continue')}
      </button>
      <button type="button" className="choice" onClick={restart}>
        {say('unfinished.anew')}
      </button>
    </div>
  </section>
)
