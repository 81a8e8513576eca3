import { languageTable } from '../../../../../schema/languages'
import type { Texts } from '../../../../core/editor/operations'
import { TextBox } from '../../../look/boxes'

/** A text in all languages, one box each. */
export const TextsBoxes = ({ label, texts, type }: { label: string; texts: Texts; type: (texts: Texts) => void }) => (
  <fieldset className="stack tight texts">
    <legend>{label}</legend>
    {languageTable.map(({ code, name }) => (
      <TextBox
        key={code}
        label={name}
        lang={code}
        value={texts[code] ?? ''}
        put={(text) => type({ ...texts, [code]: text })}
      />
    ))}
  </fieldset>
)
