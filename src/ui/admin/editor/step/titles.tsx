import { useState } from 'react'
import { languageTable } from '../../../../../schema/languages'
import { say } from '../../../shared/published'
import { TextBox } from '../asking/boxes'
import type { StepProps } from '../asking/step-props'
import { perform } from '../draft/perform'
import { WordBox } from '../words/word-box'

/** The text of the house on a step's card, in every language. */
export const HouseTextBoxes = ({ path }: Pick<StepProps, 'path'>) => (
  <section aria-labelledby="house-text">
    <h3 id="house-text">{say('flow.houseText')}</h3>
    <p className="hint">{say('flow.houseTextHint')}</p>
    {languageTable.map(({ code, name }) => (
      <WordBox key={code} label={name} at={`${path}.text`} language={code} lines />
    ))}
  </section>
)

/** A step's title in every language, and its address. */
export const Titles = ({ path, go }: StepProps & { go: (path: string | undefined) => void }) => {
  const [address, setAddress] = useState(path)
  const rename = async () => {
    if (await perform({ kind: 'renameStep', step: path, to: address })) go(address)
  }
  return (
    <details>
      <summary>{say('flow.titles')}</summary>
      {languageTable.map(({ code, name }) => (
        <WordBox key={code} label={name} at={`${path}.title`} language={code} />
      ))}
      <div className="pick-row">
        <TextBox label={say('flow.address')} value={address} type={setAddress} hint={say('flow.addressHint')} />
        <button
          type="button"
          className="button small"
          aria-disabled={address === path || undefined}
          onClick={() => address !== path && void rename()}
        >
          {say('flow.rename')}
        </button>
      </div>
    </details>
  )
}
