import { clean } from '../../../core/flow/cleaning'
import { about, type ControlProps } from '../../controls/control'
import { useTyping } from '../../controls/typing'
import { useStore } from '../../shared/page-store'
import { hostSettings } from '../session/host'

/** A reservation code: one of the house's, or any other. In a check-in a code also sets the room. */
export const HouseCode = (props: ControlProps) => {
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
      <input type="text" className="capitals" spellCheck={false} list={list} {...about(props)} {...typing} />
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
