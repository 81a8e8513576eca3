import { useId } from 'react'
import { languageTable } from '../../../../../schema/languages'
import type { Texts } from '../../../../core/editor/operations'

type TextBoxProps = {
  label: string
  value: string
  type: (text: string) => void
  lang?: string
  hint?: string
  numeric?: boolean
  isLong?: boolean
  leave?: () => void
}

/** A labelled text box. */
export const TextBox = ({ label, value, type, lang, hint, numeric, isLong, leave }: TextBoxProps) => {
  const id = useId()
  const Box = isLong ? 'textarea' : 'input'
  return (
    <div className="field">
      <label className="name" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Box
        id={id}
        lang={lang}
        value={value}
        autoComplete="off"
        rows={isLong ? 3 : undefined}
        inputMode={numeric ? 'numeric' : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => type(target.value)}
        onBlur={leave}
      />
    </div>
  )
}

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
        type={(text) => type({ ...texts, [code]: text })}
      />
    ))}
  </fieldset>
)

/** A labelled checkbox. */
export const Tick = ({ label, value, set }: { label: string; value: boolean; set: (value: boolean) => void }) => (
  <label className="tick">
    <input type="checkbox" checked={value} onChange={({ target }) => set(target.checked)} />
    <span>{label}</span>
  </label>
)
