import { hmacOf } from '../shared/digests'
import type { OfficeAccessNote } from '../store/notes'
import { storedKey } from '../store/sealed/secrets'
import { keepNote, type Store } from '../store/store'

type Office = OfficeAccessNote['office']
type AnswerDetails = Pick<OfficeAccessNote, 'words' | 'skew' | 'apartments' | 'errors'>

/** The last answer to each account's credentials. Refused ones wait for the host: more tries may lock the account. */
export const officeAccess = (store: Store, now: () => Date) => {
  const printOf = async (credentials: readonly string[]) =>
    hmacOf(await storedKey(store, 'office-access'), JSON.stringify(credentials)).toString('base64url')
  const notesOf = async (office: Office, account: string) =>
    (await store.notes('office-access')).filter((one) => one.office === office && one.account === account)
  const last = async (office: Office, account: string) => (await notesOf(office, account)).at(-1)

  return {
    last,
    /** Forgets a refusal, so that the credentials are tried again. */
    reopen: async (office: Office, account: string) => {
      for (const { id, end } of await notesOf(office, account))
        if (end === 'signIn') await store.removeNote('office-access', id)
    },
    refusal: async (office: Office, account: string, credentials: readonly string[]) => {
      const attempt = await last(office, account)
      return attempt?.end === 'signIn' && attempt.print === (await printOf(credentials)) ? attempt : undefined
    },
    keep: async (
      office: Office,
      account: string,
      credentials: readonly string[],
      end: OfficeAccessNote['end'],
      details: AnswerDetails = {},
    ) => {
      const before = await last(office, account)
      const note = { office, account, at: now().toISOString(), print: await printOf(credentials), end, ...details }
      await keepNote(store, 'office-access', before?.id, note)
      return note
    },
  }
}

export type OfficeAccess = ReturnType<typeof officeAccess>
