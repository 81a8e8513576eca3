import { readFileSync } from 'node:fs'
import { validateXML } from 'xmllint-wasm'

const read = (folder: string) => (fileName: string) => ({
  fileName,
  contents: readFileSync(`${folder}/${fileName}`, 'utf8'),
})

/** Validates files against the project's schema of the documented structure; an empty list means valid. */
export const ours = async (xml: string[]): Promise<string[]> => validate(xml, 'test/xsd', 'movimenti.xsd', [])

/** Validates files against the schema of the official web service. */
export const official = async (xml: string[]): Promise<string[]> =>
  validate(xml, 'test/fixtures/official/ross1000', 'file-binding.xsd', ['v2.xsd', 'checkin.xsd'])

const validate = async (xml: string[], folder: string, main: string, others: string[]) => {
  const { errors, valid } = await validateXML({
    xml: xml.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: read(folder)(main),
    preload: others.map(read(folder)),
    maxMemoryPages: 4096,
  })
  return valid ? [] : errors.map(({ rawMessage }) => rawMessage).concat(errors.length ? [] : 'not valid')
}
