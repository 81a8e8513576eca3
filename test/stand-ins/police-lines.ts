import type { OfficialTables } from './official'
import { calendar, dayBefore, isoOf } from './rome'

/** What the portal says of a line it refuses. */
export type LineError = { code: string; name: string; detail: string }

const format: LineError = { code: '11', name: 'SCHEDINA_FORMATO_NON_CORRETTO', detail: 'Dimensione Riga errata' }
const field = (detail: string): LineError => ({ code: '12', name: 'SCHEDINA_CAMPO_NON_CORRETTO', detail })

const italy = '100000100'
const blank = (text: string) => /^ *$/.test(text)
/** A text field: it begins at its first column, and holds what the portal takes. */
const isText = (text: string) => /^[^ ].*$/.test(text) && /^[A-Za-zÀ-ÿ0-9 '/.-]*$/.test(text)

/** The columns of a line (manual, table 2): name, first and last position. */
const columns = {
  type: [0, 2],
  arrival: [2, 12],
  nights: [12, 14],
  lastName: [14, 64],
  name: [64, 94],
  sex: [94, 95],
  birth: [95, 105],
  town: [105, 114],
  province: [114, 116],
  birthState: [116, 125],
  citizenship: [125, 134],
  document: [134, 139],
  number: [139, 159],
  issued: [159, 168],
  apartment: [168, 174],
} as const

type Cells = { [column in keyof typeof columns]: string }

/** The cells of a line, untrimmed. */
export const cellsOf = (line: string) =>
  Object.fromEntries(Object.entries(columns).map(([name, [from, to]]) => [name, line.slice(from, to)])) as Cells

export type Judge = {
  tables: OfficialTables
  /** The day in Rome, `YYYY-MM-DD`. */
  today: string
  /** Active apartments, where the account has apartments and lines have 174 characters. */
  apartments?: ReadonlySet<string> | undefined
}

type Head = { arrival: string; taken: boolean } | undefined

const isMember = (type: string) => type === '19' || type === '20'

const wrongIn = (cells: Cells, head: Head, { tables, today, apartments }: Judge): string | undefined => {
  const arrival = isoOf(cells.arrival)
  const birth = isoOf(cells.birth)
  const member = isMember(cells.type)
  if (!['16', '17', '18', '19', '20'].includes(cells.type)) return 'Tipo Alloggiato Errato'
  if (!arrival || !calendar(arrival) || (arrival !== today && arrival !== dayBefore(today)))
    return 'Data di Arrivo Errata'
  if (!/^(?:[0 ][1-9]|[12]\d|30)$/.test(cells.nights)) return 'Giorni di Permanenza Errati'
  if (!isText(cells.lastName)) return 'Cognome con caratteri non validi'
  if (!isText(cells.name)) return 'Nome con caratteri non validi'
  if (!/^[12]$/.test(cells.sex)) return 'Sesso Errato'
  if (!birth || birth > arrival) return 'Data di Nascita Errata'
  const born = cells.birthState === italy
  if (born && tables.comuni.get(cells.town) === undefined) return 'Comune di Nascita Errato'
  if (born && tables.comuni.get(cells.town) !== cells.province) return 'Provincia di Nascita Errata'
  if (!born && !(blank(cells.town) && blank(cells.province))) return 'Comune di Nascita Errato'
  if (!tables.states.get(cells.birthState) && cells.birthState !== italy) return 'Stato di Nascita Errato'
  if (!tables.states.get(cells.citizenship)) return 'Cittadinanza non valida'
  if (member) {
    if (![cells.document, cells.number, cells.issued].every(blank)) return 'Tipo Documento Errato'
    if (!head || head.arrival !== arrival || !head.taken) return 'Ospite con Capo Gruppo o Capo Famiglia Mancante'
  } else {
    if (!tables.documents.has(cells.document)) return 'Tipo Documento Errato'
    if (blank(cells.number) || !isText(cells.number)) return 'Numero Documento con caratteri non validi'
    if (tables.comuni.get(cells.issued) === undefined && !tables.states.get(cells.issued))
      return 'Luogo Rilascio Documento Errato'
  }
  if (apartments && !apartments.has(String(Number(cells.apartment)))) return 'Appartamento Errato'
  if (apartments && !/^\d{6}$/.test(cells.apartment)) return 'Appartamento Errato'
  return undefined
}

/**
 * Judges the lines of one call as the manual describes it, untrimmed: the length first (168, or 174 with apartments),
 * then the fields in their order. A member is right only after a right head with the same arrival.
 */
export const judged = (lines: readonly string[], judge: Judge): (LineError | undefined)[] => {
  let head: Head
  return lines.map((line) => {
    if ([...line].length !== (judge.apartments ? 174 : 168)) {
      if (!isMember(line.slice(0, 2))) head = undefined
      return format
    }
    const cells = cellsOf(line)
    const detail = wrongIn(cells, head, judge)
    const leads = cells.type === '17' || cells.type === '18'
    if (!isMember(cells.type)) head = leads ? { arrival: isoOf(cells.arrival) ?? '', taken: !detail } : undefined
    return detail ? field(detail) : undefined
  })
}
