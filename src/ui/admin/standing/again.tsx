import { useState } from 'react'
import { say } from '../../shared/published'
import { ask } from '../dialogs/ask'
import { Dialog } from '../dialogs/dialog'

const reasons = ['lost', 'refused', 'other'] as const

const Form = ({ names, answer }: { names: string; answer: (why?: string) => void }) => {
  const [why, choose] = useState<(typeof reasons)[number]>('lost')
  const [words, setWords] = useState('')
  return (
    <Dialog title={say('again.title')} subtitle={say('again.subtitle')} onClose={() => answer()} className="question">
      <form
        className="identify"
        onSubmit={(event) => {
          event.preventDefault()
          answer(why === 'other' ? words.trim() : say(`again.${why}`))
        }}
      >
        <p>{say('again.whom', { names })}</p>
        <fieldset className="ticks">
          <legend>{say('again.why')}</legend>
          {reasons.map((one) => (
            <label key={one} className="tick">
              <input type="radio" name="again-why" checked={why === one} onChange={() => choose(one)} />
              <span>{say(`again.${one}`)}</span>
            </label>
          ))}
        </fieldset>
        {why === 'other' && (
          <label className="line">
            <span className="name">{say('again.words')}</span>
            <input required maxLength={300} value={words} onChange={({ target }) => setWords(target.value)} />
          </label>
        )}
        <footer className="actions">
          <button type="button" className="button" data-first onClick={() => answer()}>
            {say('consult.cancel')}
          </button>
          <button type="submit" className="button primary">
            {say('again.ok')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Asks for the reason to make a police file again; undefined if cancelled. */
export const reasonToRepeat = (names: string) => ask<string>((answer) => <Form names={names} answer={answer} />)
