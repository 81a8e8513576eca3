import { refusalSentence } from '../../../../core/editor/sentences'
import { type TemplateName, templateNames, templates } from '../../../../core/editor/templates'
import { Button } from '../../../shared/button'
import { say } from '../../../shared/published'
import { toast } from '../../../shared/toast'
import { cardWords, editDraft, editorSession } from '../draft/session'

/** Makes the edits of a template; stops at the first refusal and shows it. */
const begin = (name: TemplateName) => {
  const refused = templates[name].map((operation) => editDraft(operation)).find(Boolean)
  if (!refused) return toast.show({ tone: 'good', title: say('flow.templateDone') })
  const text = refusalSentence(refused, cardWords(editorSession.get()!))
  return toast.show({ tone: 'bad', title: say('flow.cannot'), text, life: 10_000 })
}

/** The template flows; a press applies one to the draft. */
export const Templates = () => (
  <details>
    <summary>{say('flow.templates')}</summary>
    <ul className="stack tight">
      {templateNames.map((name) => (
        <li key={name} className="item arm-row">
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
