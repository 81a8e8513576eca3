import { useLayoutEffect, useRef } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { type RoomRow, residenceFigures, roomCalendar, yearFigures } from '../../../core/checkin/statistics'
import { daysIn } from '../../../core/text/dates'
import { say } from '../../shared/published'
import { wordsFor } from '../checkins/card-fields'
import { Page } from '../forms/form-frames'
import { hostLocale } from '../session/host'
import { MonthChart, RoomCalendar } from './charts'
import { MonthBar, monthWords, Table, useCheckins, useMonth, Waiting } from './read'

const shortMonth = (month: string) =>
  new Intl.DateTimeFormat(hostLocale(), { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`))

const stayRows = (rooms: readonly RoomRow[]) =>
  rooms.flatMap(({ room, lines }) =>
    lines
      .flat()
      .sort((a, b) => a.from - b.from || a.checkin - b.checkin)
      .map(({ name, guests, from, to, isFromBefore, goesOn }) => [
        room,
        name,
        String(guests),
        isFromBefore ? `← ${from}` : String(from),
        goesOn ? `${to} →` : String(to),
      ]),
  )

const Calendar = ({ checkins, month }: { checkins: readonly Checkin[]; month: string }) => {
  const rooms = roomCalendar(checkins, month)
  const title = say('numbers.calendar', { month: monthWords(month) })
  const head = ['room', 'name', 'guests', 'from', 'to'].map((column) => say(`numbers.${column}`))
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      {!rooms.length && <p className="empty">{say('numbers.empty')}</p>}
      {rooms.length > 0 && (
        <>
          <div className="scrolls" tabIndex={0} role="group" aria-label={title}>
            <RoomCalendar {...{ title, rooms }} days={daysIn(Number(month.slice(0, 4)), Number(month.slice(5)))} />
          </div>
          <Table title={title} head={head} rows={stayRows(rooms)} />
        </>
      )}
    </section>
  )
}

/** A year's chart; on a phone it opens with the chosen month in the middle. */
const YearChart = ({ month, ...chart }: { month: string } & Omit<Parameters<typeof MonthChart>[0], 'nameOf'>) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { scrollWidth, clientWidth } = box.current!
    box.current!.scrollLeft = ((Number(month.slice(5)) - 0.5) / 12) * scrollWidth - clientWidth / 2
  }, [month])
  return (
    <div ref={box} className="scrolls" tabIndex={0} role="group" aria-label={say('numbers.chart')}>
      <MonthChart {...chart} nameOf={shortMonth} />
    </div>
  )
}

const Year = ({ checkins, month }: { checkins: readonly Checkin[]; month: string }) => {
  const year = month.slice(0, 4)
  const figures = yearFigures(checkins, year)
  const title = say('numbers.year', { year })
  const rows = figures.map(({ month, arrivals, nights }) => [monthWords(month), String(arrivals), String(nights)])
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      <YearChart {...{ title, figures, month }} />
      <Table
        title={title}
        head={['month', 'arrivals', 'nights'].map((column) => say(`numbers.${column}`))}
        rows={rows}
      />
    </section>
  )
}

const Residence = ({ checkins, year }: { checkins: readonly Checkin[]; year: string }) => {
  const title = say('numbers.residence', { year })
  const rows = residenceFigures(checkins, year).map(({ country, guests, nights }) => [
    country ? wordsFor('mainGuestResidenceCountry', country) : say('numbers.unsaid'),
    String(guests),
    String(nights),
  ])
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      {!rows.length && <p className="empty">{say('numbers.nobody')}</p>}
      {rows.length > 0 && (
        <Table
          title={title}
          head={['country', 'guests', 'nights'].map((column) => say(`numbers.${column}`))}
          rows={rows}
        />
      )}
    </section>
  )
}

/** Statistics: a month's rooms, a year's guests and nights, guests by residence. */
export const StatisticsPage = () => {
  const { checkins, isFailed } = useCheckins()
  const [month, choose] = useMonth()
  return (
    <Page title={say('numbers.title')}>
      <div className="stack numbers">
        <MonthBar {...{ month, choose }}>
          <a className="button" href="/admin-tax">
            {say('numbers.tax')}
          </a>
        </MonthBar>
        {!checkins && <Waiting isFailed={isFailed} />}
        {checkins && <Calendar {...{ checkins, month }} />}
        {checkins && <Year {...{ checkins, month }} />}
        {checkins && <Residence checkins={checkins} year={month.slice(0, 4)} />}
      </div>
    </Page>
  )
}
