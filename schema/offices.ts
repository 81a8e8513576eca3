import type { FromSchema, JSONSchema } from 'json-schema-to-ts'

/**
 * The regions with Ross1000 and their service addresses. Toscana is confirmed for Florence, Pistoia and Prato only;
 * Basilicata has version 1. Other regions use other programs.
 */
export const regions = {
  abruzzo: 'https://app.regione.abruzzo.it/Turismo5/ws/checkinV2',
  basilicata: 'https://sist-aptbasilicata.turitweb.it/ws/checkinV1',
  calabria: 'https://sirdat.regione.calabria.it/ws/checkinV2',
  emiliaRomagna: 'https://datiturismo.regione.emilia-romagna.it/ws/checkinV2',
  lazio: 'https://lazioturismo.ross1000.it/ws/checkinV2',
  liguria: 'https://turismows.regione.liguria.it/ws/checkinV2',
  lombardia: 'https://www.flussituristici.servizirl.it/Turismo5/app/ws/checkinV2',
  marche: 'https://istrice-ross1000.turismo.marche.it/ws/checkinV2',
  molise: 'https://moliseturismo.ross1000.it/ws/checkinV2',
  piemonte: 'https://piemontedatiturismo.regione.piemonte.it/ws/checkinV2',
  sardegna: 'https://sardegnaturismo.ross1000.it/ws/checkinV2',
  toscana: 'https://toscanaturismo.ross1000.it/turismo5-web/ws/checkinV2',
  veneto: 'https://flussituristici.regione.veneto.it/ws/checkinV2',
} as const

const id = { type: 'string', minLength: 1, maxLength: 40 } as const
/** Empty after a restore, until the host types it again. */
const secret = { type: 'string', maxLength: 300 } as const

/** An account at the police portal. Without `codes` it serves the codes that no other account names. */
export const policeAccount = {
  type: 'object',
  properties: {
    id,
    name: { type: 'string', minLength: 1, maxLength: 80 },
    user: { type: 'string', minLength: 1, maxLength: 80, pattern: '^[A-Za-z0-9]*$' },
    password: secret,
    wsKey: secret,
    category: { type: 'string', enum: ['single', 'apartments'] },
    codes: { type: 'string', maxLength: 2000, pattern: '^([A-Z0-9]{4}([ ,]+|$))*$' },
  },
  required: ['id', 'name', 'user', 'password', 'wsKey', 'category'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type PoliceAccountSetting = FromSchema<typeof policeAccount>

/** A structure at the region: its code, where its movements are sent, and the first day (`YYYY-MM-DD`) that is sent. */
export const regionStructure = {
  type: 'object',
  properties: {
    id,
    structureCode: { type: 'string', minLength: 1, maxLength: 20 },
    region: { type: 'string', enum: Object.keys(regions) as (keyof typeof regions)[] },
    user: { type: 'string', minLength: 1, maxLength: 80 },
    password: secret,
    firstDay: { type: 'string', format: 'calendar' },
  },
  required: ['id', 'structureCode', 'region', 'user', 'password', 'firstDay'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type RegionStructureSetting = FromSchema<typeof regionStructure>
