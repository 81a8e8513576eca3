import { hostLanguages, languages } from '../../schema/languages'
import type { treeEditor } from './tree-copy'

type Editor = ReturnType<typeof treeEditor>

const importOf = (name: string, path: string) => `import { ${name} } from '${path}'`

/** Says something to the host in each of her languages: in Italian, and in English for the others. */
const toHost = (say: Editor['say'], name: string, texts: { [key: string]: [italian: string, english: string] }) => {
  for (const language of hostLanguages)
    say(
      `src/text/${name}.${language}.json`,
      Object.fromEntries(
        Object.entries(texts).map(([key, [italian, english]]) => [key, language === 'it' ? italian : english]),
      ),
    )
}

/** What each recipe of CONTRIBUTING.md writes, in this order: the languages have the words of those before them. */
export const recipeEdits: { readonly [recipe: string]: (tree: Editor) => void } = {
  field: ({ edit, say }) => {
    edit('schema/record.ts', [
      '    specialRequests: {',
      "    flightNumber: { type: 'string', minLength: 2, maxLength: 12 },\n    specialRequests: {",
    ])
    edit('src/core/checkin/record-parts.ts', [
      "'arrivalTimeSlot', 'specialR",
      "'arrivalTimeSlot', 'flightNumber', 'specialR",
    ])
    edit(
      'steps.json',
      [
        '    "specialRequests": {',
        '    "flightNumber": { "control": "text", "purpose": "stay", "clean": ["upper"] },\n    "specialRequests": {',
      ],
      [
        '"optional": ["arrivalTimeSlot", "specialRequests"]',
        '"optional": ["arrivalTimeSlot", "flightNumber", "specialRequests"]',
      ],
    )
    for (const language of languages) say(`src/text/${language}.json`, { 'flightNumber.label': 'Flight' })
  },
  setting: ({ edit, say }) => {
    edit(
      'schema/settings.ts',
      ['    thanksMessage:', '    receptionPhone: text,\n    thanksMessage:'],
      ["  'thanksMessage',", "  'receptionPhone',\n  'thanksMessage',"],
    )
    edit(
      'steps.json',
      [
        '    "settings.companyName":',
        '    "settings.receptionPhone": { "control": "text" },\n    "settings.companyName":',
      ],
      ['"name": "house", "optional": ["companyName"', '"name": "house", "optional": ["companyName", "receptionPhone"'],
    )
    toHost(say, 'host', { 'settings.receptionPhone.label': ['Telefono della reception', 'Reception telephone'] })
    edit(
      'src/ui/shared/house-settings.tsx',
      ['{ logoUrl, companyName }', '{ logoUrl, companyName, receptionPhone }'],
      ['{logoUrl &&', '{receptionPhone}{logoUrl &&'],
    )
  },
  message: ({ edit, say }) => {
    edit('src/ui/shared/house-settings.tsx', ["say('/.title'))}", "say('/.title'))} {say('brand.greeting')}"])
    for (const language of languages) say(`src/text/${language}.json`, { 'brand.greeting': `Ciao (${language})` })
  },
  language: ({ edit, copyOf, say }) => {
    edit('schema/languages.ts', [
      '] as const',
      "  { code: 'qq', name: 'Quenquen', locale: 'nl', stripe: 'auto', stateless: 'Staatloos', place: 6 },\n] as const",
    ])
    copyOf('src/text/es.json', 'src/text/qq.json')
    say('src/text/qq.json', { '/.title': 'Quen?', 'letter.title': 'Quen quen!' })
  },
  control: ({ edit, make }) => {
    edit('schema/vocabulary.ts', ["  'textarea',", "  'textarea',\n  'slider',"])
    make('src/ui/controls/slider.tsx')
    edit(
      'src/ui/controls/table.ts',
      ['  select: { Ask: Select },', '  select: { Ask: Select },\n  slider: { Ask: Slider },'],
      [
        "import { CountrySelect, Town } from './places'",
        `import { CountrySelect, Town } from './places'\n${importOf('Slider', './slider')}`,
      ],
    )
    edit('docs/flow.md', ['`textarea`', '`textarea`, `slider`'])
  },
  effect: ({ edit, say }) => {
    edit('schema/vocabulary.ts', [
      '  loadSample: {',
      "  callTaxi: { outcomes: ['called', 'failed'], proof: 'arrivalTimeSlot' },\n  loadSample: {",
    ])
    edit('src/ui/guest/later-cards/effects.ts', [
      '  loadSample: async',
      "  callTaxi: async ({ arrivalTimeSlot }) => ({ outcome: arrivalTimeSlot ? 'called' : 'failed' }),\n\n  loadSample: async",
    ])
    toHost(say, 'findings', { 'outcome.called': ['called', 'called'] })
    toHost(say, 'consult', { 'flow.effect.callTaxi': ['Chiama un taxi', 'Calls a taxi'] })
    edit('docs/flow.md', ['| `loadSample`', '| `callTaxi` | calls a taxi | `called`, `failed` |\n| `loadSample`'])
  },
  export: ({ edit, make, say }) => {
    make('src/core/exports/guest-list.ts')
    edit(
      'src/ui/admin/exports/export.tsx',
      ['import { monthDays }', `${importOf('guestList', '../../../core/exports/guest-list')}\nimport { monthDays }`],
      [
        '      <span className="monthly">',
        `      <button type="button" onClick={() => download('list.txt', guestList(inOrder()), 'text/plain')}>
        {say('consult.guestList')}
      </button>
      <span className="monthly">`,
      ],
    )
    toHost(say, 'consult', { 'consult.guestList': ['Elenco degli ospiti', 'List of guests'] })
  },
  "region's format": ({ edit, make, say }) => {
    make('src/core/exports/region-c59.ts')
    edit(
      'server/exports/official-files.ts',
      ['import { emptyRegion', `${importOf('regionC59', '../../src/core/exports/region-c59')}\nimport { emptyRegion`],
      ['    monthly: () =>', '    c59: () => regionC59(chosen(all, ids)),\n    monthly: () =>'],
    )
    edit('schema/calls/exports.ts', ["kind: 'police' | 'tourism'", "kind: 'police' | 'tourism' | 'c59'"])
    edit(
      'src/ui/admin/exports/export.tsx',
      [
        'type Files = ',
        `/** Makes the region's C59 file of check-ins. */
const c59Of = (ids: number[]) => exporting({ kind: 'c59', ids }, 'export.tourismFailed')

type Files = `,
      ],
      [
        '      <span className="monthly">',
        `      <button type="button" onClick={() => void c59Of(inOrder().map(({ id }) => id))}>
        {say('consult.c59')}
      </button>
      <span className="monthly">`,
      ],
    )
    toHost(say, 'consult', { 'consult.c59': ['File C59', 'C59 file'] })
  },
  'payment provider': ({ edit, make }) => {
    make('server/payment/counter.ts')
    edit(
      'server/settings/switches.ts',
      ["import { stripe } from '../payment/stripe'", importOf('counter', '../payment/counter')],
      ['PaymentProvider = stripe', 'PaymentProvider = counter'],
    )
  },
  call: ({ edit }) => {
    edit('schema/calls/api.ts', [
      "  'GET /api/letters':",
      "  'GET /api/tables/count': callOfHost<{ data: number }>('none'),\n  'GET /api/letters':",
    ])
    edit('server/api/settings-calls.ts', [
      '  return {',
      "  return {\n    'GET /api/tables/count': async () => ({ data: (await places.states()).length }),",
    ])
  },
  "host's page": ({ edit, make, say }) => {
    edit('schema/host-pages.ts', ["  '/admin-tax',", "  '/admin-tax',\n  '/admin-keys',"])
    edit('src/ui/admin/shell/menu.tsx', [
      "  '/admin-statistics': {",
      "  '/admin-keys': { word: 'menu.keys' },\n  '/admin-statistics': {",
    ])
    make('src/ui/admin/keys/keys-page.tsx')
    edit(
      'src/ui/admin/admin.tsx',
      ['import { StatisticsPage }', `${importOf('KeysPage', './keys/keys-page')}\nimport { StatisticsPage }`],
      ["  '/admin-tax': TaxPage,", "  '/admin-tax': TaxPage,\n  '/admin-keys': KeysPage,"],
    )
    toHost(say, 'host', { 'menu.keys': ['Chiavi', 'Keys'], 'keys.none': ['Nessuna chiave in giro.', 'No key is out.'] })
  },
  'police column': ({ edit }) => {
    const row =
      "  { name: 'Targa', from: 168, width: 7, field: 'flightNumber', mayBeEmpty: 'always', write: (text) => text },"
    edit('src/core/exports/police.ts', [
      "  { name: 'ID Appartamento', from: 168",
      `${row}\n  { name: 'ID Appartamento', from: 175`,
    ])
    edit(
      'test/core/exports/police-columns.test.ts',
      ["  ['ID Appartamento', 168, 6],", "  ['Targa', 168, 7],\n  ['ID Appartamento', 175, 6],"],
      ['?? 174', '?? 181'],
    )
  },
  'CSV column': ({ edit, say }) => {
    edit('src/ui/admin/checkins/csv-columns.ts', ["  'invoiceType',", "  'selectedLanguage',\n  'invoiceType',"])
    toHost(say, 'consult', { 'consult.selectedLanguage.label': ['Lingua', 'Language'] })
  },
  'deadline rule': ({ edit }) => {
    edit('src/core/police/deadline.ts', ["{ '1': 6 }", "{ '1': 6, '29': 48 }"])
  },
  colour: ({ edit }) => {
    edit('src/ui/look/tokens.css', ['  --warn: #8a4b06;', '  --warn: #8a4b06;\n  --new: #5b21b6;'])
    edit('src/ui/look/tokens.css', ['    --accent-dark: #0b5a70;', '    --new: #c4b5fd;\n    --accent-dark: #0b5a70;'])
    edit('src/ui/look/notices.css', ['.toasts {', '.new {\n  color: var(--new);\n}\n.toasts {'])
    edit('test/ui/style.test.ts', [
      "  ['warn-pale', 'warn', 4.5],",
      "  ['warn-pale', 'warn', 4.5],\n  ['paper', 'new', 4.5],",
    ])
  },
  "host's language": ({ edit, copyOf, say }) => {
    edit('schema/languages.ts', ["hostLanguages = ['it', 'en', 'de']", "hostLanguages = ['it', 'en', 'de', 'fr']"])
    edit('steps.json', ['"options": ["it", "en", "de"]', '"options": ["it", "en", "de", "fr"]'])
    for (const name of ['host', 'consult', 'findings', 'flow-edit', 'host-letter', 'server', 'stripe'])
      copyOf(`src/text/${name}.en.json`, `src/text/${name}.fr.json`)
    say('src/text/host.fr.json', { 'menu.leave': 'Quitter' })
    for (const language of [...hostLanguages, 'fr'])
      say(`src/text/host.${language}.json`, { 'settings.letterLanguage.fr': 'Français' })
  },
}
