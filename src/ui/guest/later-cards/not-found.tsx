import { useEffect } from 'react'
import { Brand } from '../../shared/brand'
import { Card } from '../../shared/card'
import { say } from '../../shared/published'

/** The card of an address where nothing is: it leads to the first step, `home`. */
export const NotFound = ({ home }: { home: string }) => {
  useEffect(() => void (document.title = say('notFound.title')), [])
  return (
    <Card
      title={say('notFound.title')}
      brand={<Brand />}
      home={{ to: home, text: say('home') }}
      progress={0}
      arrived={false}
    >
      <p className="lead">{say('notFound.text')}</p>
      <a className="choice" href={home}>
        {say('notFound.go')}
      </a>
    </Card>
  )
}
