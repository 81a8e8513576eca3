import { refusalSentence } from '../../../../core/editor/sentences'
import { type TemplateName, templateNames, templates } from '../../../../core/editor/templates'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { cardWords, edit, session } from '../draft/session'

/** Makes the edits of a template in the draft; tells why the first cannot be made that cannot. */
const begin = (name: TemplateName) => {
  const refused = templates[name].map((operation) => edit(operation)).find(Boolean)
  if (!refused) return toast.show({ tone: 'good', title: say('flow.templateDone') })
  const text = refusalSentence(refused, cardWords(session.get()!))
  return toast.show({ tone: 'bad', title: say('flow.cannot'), text, life: 10_000 })
}

/** Worked flows to begin from, each put into the draft at a press. */
export const Templates = () => (
  <details>
    <summary>{say('flow.templates')}</summary>
    <ul className="arm-rows">
      {templateNames.map((name) => (
        <li key={name} className="arm-row">
          <h3>{say(`flow.template.${name}`)}</h3>
          <p>{say(`flow.template.${name}Text`)}</p>
          <Button
            kind="small"
            aria-label={say('flow.useTemplateOf', { name: say(`flow.template.${name}`) })}
            onClick={() => begin(name)}
          >
            {say('flow.useTemplate')}
          </Button>
        </li>
      ))}
    </ul>
  </details>
)
