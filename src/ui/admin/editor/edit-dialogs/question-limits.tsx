import { hasLimits, hasOptions, textFormats } from '../../../../core/editor/operations'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { PickBox } from '../../forms/pick-box'
import { TextBox, TextsBoxes } from './boxes'
import { hasLength, type TypedQuestion } from './typed-question'

type QuestionLimitsProps = { typed: TypedQuestion; put: (part: Partial<TypedQuestion>) => void }

const TextLimits = ({ typed, put }: QuestionLimitsProps) => (
  <details open={Boolean(typed.format || typed.minLength || typed.maxLength)}>
    <summary>{say('flow.limits')}</summary>
    {typed.kind === 'text' && (
      <PickBox
        label={say('flow.format')}
        value={typed.format}
        none={say('flow.format.any')}
        picks={textFormats.map((value) => ({ value, text: say(`flow.format.${value}`) }))}
        pick={(format) => put({ format: format as TypedQuestion['format'] })}
      />
    )}
    <TextBox label={say('flow.minLength')} numeric value={typed.minLength} type={(minLength) => put({ minLength })} />
    <TextBox label={say('flow.maxLength')} numeric value={typed.maxLength} type={(maxLength) => put({ maxLength })} />
  </details>
)

/** The limits of the answer: format and length, bounds, or options. */
export const QuestionLimits = ({ typed, put }: QuestionLimitsProps) => (
  <>
    {hasLength(typed.kind) && <TextLimits typed={typed} put={put} />}
    {hasLimits(typed.kind) && (
      <>
        <TextBox label={say('flow.least')} numeric value={typed.least} type={(least) => put({ least })} />
        <TextBox label={say('flow.greatest')} numeric value={typed.greatest} type={(greatest) => put({ greatest })} />
      </>
    )}
    {hasOptions(typed.kind) && (
      <>
        {typed.options.map(({ texts, value }, at) => (
          <TextsBoxes
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer being written has no name yet
            key={at}
            label={say('flow.answer', { number: at + 1 })}
            texts={texts}
            type={(texts) =>
              put({
                options: typed.options.map((one, i) => (i === at ? { ...(value && { value }), texts } : one)),
              })
            }
          />
        ))}
        <Button kind="small" onClick={() => put({ options: [...typed.options, { texts: {} }] })}>
          {say('flow.addAnswer')}
        </Button>
      </>
    )}
  </>
)
