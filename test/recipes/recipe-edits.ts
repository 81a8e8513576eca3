import { languages } from '../../schema/languages'
import type { treeEditor } from './tree-copy'

type Editor = ReturnType<typeof treeEditor>

const importOf = (name: string, path: string) => `import { ${name} } from '${path}'`

/** What each recipe of CONTRIBUTING.md writes, in this order: a language has the words of those before it. */
export const recipeEdits: { readonly [recipe: string]: (tree: Editor) => void } = {
  field: ({ edit, say }) => {
    edit('schema/stay.ts', [
      '    specialRequests: {',
      "    flightNumber: { type: 'string', minLength: 2, maxLength: 12 },\n    specialRequests: {",
    ])
    edit('schema/checkin.ts', ["'arrivalTimeSlot', 'specialR", "'arrivalTimeSlot', 'flightNumber', 'specialR"])
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
    say('src/text/host.it.json', { 'settings.receptionPhone.label': 'Telefono della reception' })
    edit(
      'src/ui/shared/brand.tsx',
      ['{ logoUrl, companyName }', '{ logoUrl, companyName, receptionPhone }'],
      ['{logoUrl &&', '{receptionPhone}{logoUrl &&'],
    )
  },
  message: ({ edit, say }) => {
    edit('src/ui/shared/brand.tsx', ['      {companyName}', "      {companyName} {say('brand.greeting')}"])
    edit('src/ui/shared/brand.tsx', ["'./page-store'", `'./page-store'\n${importOf('say', './published')}`])
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
    say('src/text/findings.json', { 'outcome.called': 'called' })
    say('src/text/consult.it.json', { 'flow.effect.callTaxi': 'Chiama un taxi' })
    edit('docs/flow.md', ['| `loadSample`', '| `callTaxi` | calls a taxi | `called`, `failed` |\n| `loadSample`'])
  },
  export: ({ edit, make, say }) => {
    make('src/core/exports/guest-list.ts')
    edit(
      'src/ui/admin/exports/file-buttons.tsx',
      ['import { monthDays }', `${importOf('guestList', '../../../core/exports/guest-list')}\nimport { monthDays }`],
      ['{ downloadCsv, showError }', '{ download, downloadCsv, showError }'],
      [
        '      <span className="monthly">',
        `      <button type="button" onClick={() => download('list.txt', guestList(inOrder()), 'text/plain')}>
        {say('consult.guestList')}
      </button>
      <span className="monthly">`,
      ],
    )
    say('src/text/consult.it.json', { 'consult.guestList': 'Elenco degli ospiti' })
  },
  "region's format": ({ edit, make, say }) => {
    make('src/core/exports/region-c59.ts')
    edit(
      'server/exports/official-files.ts',
      ['import { emptyRegion', `${importOf('regionC59', '../../src/core/exports/region-c59')}\nimport { emptyRegion`],
      ['    monthly: () =>', '    c59: () => regionC59(chosen(all, ids)),\n    monthly: () =>'],
    )
    edit('schema/calls/api.ts', ["kind: 'police' | 'tourism'", "kind: 'police' | 'tourism' | 'c59'"])
    edit('src/ui/admin/exports/export.ts', [
      'type Files = ',
      `/** Makes the region's C59 file of check-ins. */
export const c59Of = (ids: number[]) => exporting({ kind: 'c59', ids }, 'export.tourismFailed')

type Files = `,
    ])
    edit(
      'src/ui/admin/exports/file-buttons.tsx',
      ['{ tourismOfMonth }', '{ c59Of, tourismOfMonth }'],
      [
        '      <span className="monthly">',
        `      <button type="button" onClick={() => void c59Of(inOrder().map(({ id }) => id))}>
        {say('consult.c59')}
      </button>
      <span className="monthly">`,
      ],
    )
    say('src/text/consult.it.json', { 'consult.c59': 'File C59' })
  },
  'payment provider': ({ edit, make }) => {
    make('server/payment/counter/counter.ts')
    edit(
      'server/settings/switches.ts',
      ["import { stripe } from '../payment/stripe/stripe'", importOf('counter', '../payment/counter/counter')],
      ['PaymentProvider = stripe', 'PaymentProvider = counter'],
    )
  },
  call: ({ edit }) => {
    edit('schema/calls/api.ts', [
      "  'GET /api/tables':",
      "  'GET /api/tables/count': call<{ data: number }>()({ who: 'host', log: 'none' }),\n  'GET /api/tables':",
    ])
    edit(
      'server/api/settings-calls.ts',
      ["type TableNames = 'GET", "type TableNames = 'GET /api/tables/count' | 'GET"],
      [
        '  return {',
        "  return {\n    'GET /api/tables/count': async () => ({ data: (await places.states()).length }),",
      ],
    )
  },
  "host's page": ({ edit, make, say }) => {
    edit('schema/host-pages.ts', [
      "  '/admin-tax': {},",
      "  '/admin-tax': {},\n  '/admin-keys': { menu: 'menu.keys' },",
    ])
    make('src/ui/admin/keys/keys-page.tsx')
    edit(
      'src/ui/admin/pages.ts',
      ['import { StatisticsPage }', `${importOf('KeysPage', './keys/keys-page')}\nimport { StatisticsPage }`],
      ["  '/admin-tax': TaxPage,", "  '/admin-tax': TaxPage,\n  '/admin-keys': KeysPage,"],
    )
    say('src/text/host.it.json', { 'menu.keys': 'Chiavi', 'keys.none': 'Nessuna chiave in giro.' })
  },
  'police column': ({ edit }) => {
    const row =
      "  { name: 'Targa', from: 168, width: 7, field: 'flightNumber', mayBeEmpty: 'always', write: (text) => text },"
    edit('src/core/exports/police-columns.ts', [
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
    say('src/text/consult.it.json', { 'consult.selectedLanguage.label': 'Lingua' })
  },
  'deadline rule': ({ edit }) => {
    edit('src/core/police/deadline.ts', ["{ '1': 6 }", "{ '1': 6, '29': 48 }"])
  },
  colour: ({ edit }) => {
    edit('src/ui/look/tokens.css', ['  --warn: #92400e;', '  --warn: #92400e;\n  --new: #5b21b6;'])
    edit('src/ui/look/tokens.css', ['    --accent: #0e7490;', '    --new: #c4b5fd;\n    --accent: #0e7490;'])
    edit('src/ui/look/notices.css', ['.toasts {', '.new {\n  color: var(--new);\n}\n.toasts {'])
    edit('test/ui/style.test.ts', [
      "  ['warn-pale', 'warn', 4.5],",
      "  ['warn-pale', 'warn', 4.5],\n  ['paper', 'new', 4.5],",
    ])
  },
}
