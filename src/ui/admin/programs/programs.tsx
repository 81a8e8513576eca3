import type { ConnectedProgram } from '../../../../schema/calls/programs'
import { Button, RowHead, RowMenu } from '../../look/parts'
import { announce } from '../../shared/card'
import { say } from '../../shared/published'
import { moment } from '../checkins/card-fields'
import { showOnce } from '../dialogs/copying'
import { Unread, useShownAnswer, type Work } from '../dialogs/page-hooks'
import { askText, confirmDanger, withPin } from '../dialogs/questions'
import { callAsHost } from '../session/host'

const makeKey = async (name: string) => {
  const { key } = (await withPin((current) => callAsHost('POST /api/programs', { body: { name, current } }))).data
  await showOnce({ title: say('programs.keyOf', { name }), text: say('programs.keyText'), value: key })
}

const add = async () => {
  const name = await askText({
    title: say('programs.add'),
    label: say('programs.name'),
    hint: say('programs.nameHint'),
    maxLength: 40,
    yes: say('programs.make'),
  })
  if (name) await makeKey(name)
}

const renew = async (name: string) => {
  if (await confirmDanger('programs.renew', { name })) await makeKey(name)
}

const withdraw = async (name: string) => {
  if (!(await confirmDanger('programs.withdraw', { name }))) return
  await callAsHost('POST /api/programs/withdraw', { body: { name } })
  announce(say('programs.withdrawn', { name }))
}

const Row = ({ program, work }: { program: ConnectedProgram; work: Work }) => {
  const { name, made, used, hasKey } = program
  return (
    <li className="row" aria-label={name}>
      <RowHead icon="heroicons:building-office-2" name={name} />
      <p className="two">
        {used ? say('programs.used', { at: moment(used) }) : say('programs.unused')}
        <small>{say('programs.made', { at: moment(made) })}</small>
      </p>
      <div className="act">
        <RowMenu label={say('today.moreOf', { name })}>
          <Button text={say('programs.renew')} onClick={() => void work(() => renew(name))} />
          <Button text={say('programs.withdraw')} kind="danger-text" onClick={() => void work(() => withdraw(name))} />
        </RowMenu>
      </div>
      {!hasKey && <p className="wide info warns">{say('programs.noKey')}</p>}
    </li>
  )
}

/** The programs that may send bookings, with actions to make, renew and withdraw their keys. */
export const ConnectedPrograms = () => {
  const shown = useShownAnswer(async () => (await callAsHost('GET /api/programs')).data)
  const { answer: data, work } = shown
  return (
    <div className="stack">
      <p className="info">
        {say('programs.text')}{' '}
        <a href="/api/openapi.json" target="_blank" rel="noreferrer">
          {say('programs.description')}
        </a>
      </p>
      <Unread {...shown} rows={1} />
      {data && data.programs.length > 0 && (
        <ul className="rows">
          {data.programs.map((program) => (
            <Row key={program.name} program={program} work={work} />
          ))}
        </ul>
      )}
      <p>
        <Button text={say('programs.add')} onClick={() => void work(add)} />
      </p>
    </div>
  )
}
