import { type InputHTMLAttributes, useRef, useState } from 'react'
import { mask } from '../../../../schema/settings'
import { clean } from '../../../core/flow/validation'
import { reliefKey } from '../../../core/tax/party-tax'
import { reliefWords } from '../../../core/tax/tax-words'
import { type ControlProps, type ControlTable, inputProps, useTyping } from '../../controls/field'
import { controls } from '../../controls/table'
import { PickList } from '../../look/boxes'
import { Button, FaultLine } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { house, say } from '../../shared/published'
import { hostReliefs, hostSettings } from '../session/host'

/** A reservation code: one of the house's, or any other. In a check-in a code also sets the room. */
const HouseCode = (props: ControlProps) => {
  const { id, field, value, definition, put } = props
  const codes = useStore(hostSettings)?.reservationCodes ?? []
  const list = `${id}-codes`
  const take = (typed: string) => {
    const room = codes.find(({ code }) => code.toUpperCase() === typed.toUpperCase())
    put(typed, room && field === 'reservationCode' ? { roomDescription: room.description } : undefined)
  }
  const typing = useTyping(value, (text) => clean(definition.clean, text), take)
  return (
    <>
      <input type="text" className="capitals" spellCheck={false} list={list} {...inputProps(props)} {...typing} />
      <datalist id={list}>
        {codes.map(({ code, description }) => (
          <option key={code} value={code}>
            {description}
          </option>
        ))}
      </datalist>
    </>
  )
}

type Kind = { html?: InputHTMLAttributes<HTMLInputElement>; even?: (text: string) => string }

const digits = (text: string) => text.replace(/\D/g, '')

/** A minus sign stays, so that a negative number is refused instead of changed. */
const signed = (text: string) => (/^\s*[-−]/.test(text) ? `-${digits(text)}` : digits(text))

const kinds: { [name: string]: Kind } = {
  day: { html: { type: 'date' } },
  number: { html: { inputMode: 'numeric', maxLength: 6 }, even: signed },
  address: { html: { type: 'url', inputMode: 'url', spellCheck: false, placeholder: 'https://' } },
  pin: { html: { type: 'password', inputMode: 'numeric' }, even: (text) => digits(text).slice(0, 4) },
  secret: { html: { type: 'password', spellCheck: false }, even: (text) => text.replace(mask, '') },
}

const HostLine = (props: ControlProps) => {
  const { value, definition, autoComplete, put } = props
  const { html, even = (text: string) => text } = kinds[definition.control] ?? {}
  const fallback =
    typeof definition.default === 'string' && definition.control === 'number' ? definition.default : undefined
  return (
    <input
      {...html}
      {...inputProps(props)}
      autoComplete={definition.control === 'secret' ? 'new-password' : autoComplete}
      onChange={({ target }) => put(even(target.value))}
      onFocus={({ target }) => value === mask && target.select()}
      onBlur={() => (value === '' || value === '-') && fallback && put(fallback)}
    />
  )
}

const Toggle = ({ id, field, value, describedBy, put }: ControlProps) => (
  <input
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is on
    role="switch"
    id={id}
    name={field}
    checked={value === 'yes'}
    aria-describedby={describedBy}
    onChange={({ target }) => put(target.checked ? 'yes' : 'no')}
  />
)

/** In bytes; the server takes no larger one. */
const largest = 256 * 1024
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', 'image/webp']

const read = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(file)
  })

const factsOf = (url: string) => {
  const [, type = '', data = ''] = /^data:image\/([a-z+]+);base64,(.*)$/.exec(url) ?? []
  return { type: type.replace('+xml', '').toUpperCase(), size: Math.max(1, Math.round((data.length * 3) / 4 / 1024)) }
}

/** A picture with buttons to replace or remove it. Choosing a file also saves it. */
const Picture = ({ id, value, describedBy, invalid, put, choose }: ControlProps) => {
  const [wrong, setWrong] = useState<string>()
  const [seen, setSeen] = useState<{ value: string; pixels: string }>()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    const fault = !pictures.includes(file.type) ? 'picture.kind' : file.size > largest ? 'picture.large' : undefined
    setWrong(fault)
    // The server's refusal of the file before is over.
    if (fault) put(value)
    else await read(file).then(choose, () => setWrong('picture.unread'))
    if (input.current) input.current.value = ''
  }
  const pixels = seen?.value === value && seen.pixels
  return (
    <div className="picture">
      <div className="frame">
        {value ? (
          <img
            src={value}
            alt={say('picture.now')}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSeen({ value, pixels: `${naturalWidth} × ${naturalHeight}` })
            }
          />
        ) : (
          <span>{say('picture.none')}</span>
        )}
      </div>
      <div className="stack tight about">
        {value && (
          <p className="hint">
            {say(pixels ? 'picture.about' : 'picture.kindAndSize', { ...factsOf(value), ...(pixels && { pixels }) })}
          </p>
        )}
        <FaultLine id={`${id}-wrong`}>{wrong && say(wrong)}</FaultLine>
        <input
          ref={input}
          type="file"
          id={id}
          className="unseen"
          accept={pictures.join(',')}
          aria-invalid={invalid || Boolean(wrong) || undefined}
          aria-describedby={[describedBy, wrong && `${id}-wrong`].filter(Boolean).join(' ') || undefined}
          onChange={({ target }) => void take(target.files?.[0])}
        />
        <p className="buttons">
          <label htmlFor={id} className="button primary">
            {say(value ? 'picture.replace' : 'picture.choose')}
          </label>
          {value && <Button text={say('picture.remove')} onClick={() => choose('')} />}
        </p>
      </div>
    </div>
  )
}

const usualColour = '#0e7490'

const Colour = (props: ControlProps) => (
  <div className="buttons">
    <input
      type="color"
      {...inputProps(props)}
      value={props.value || usualColour}
      onChange={({ target }) => props.put(target.value)}
    />
    {props.value && <Button text={say('colour.none')} onClick={() => props.put('')} />}
  </div>
)

const Relief = (props: ControlProps) => {
  const { id, field, value, describedBy, put } = props
  useStore(hostSettings)
  const picks = hostReliefs().map((one) => ({ value: reliefKey(one), text: reliefWords(one, house.get().speak) }))
  return <PickList id={id} name={field} aria-describedby={describedBy} none="—" {...{ value, picks }} pick={put} />
}

export const hostControls: ControlTable = {
  ...controls,
  day: { Ask: HostLine },
  number: { Ask: HostLine },
  address: { Ask: HostLine },
  pin: { Ask: HostLine },
  secret: { Ask: HostLine },
  toggle: { Ask: Toggle },
  picture: { Ask: Picture },
  colour: { Ask: Colour },
  houseCode: { Ask: HouseCode },
  taxRelief: { Ask: Relief },
}
