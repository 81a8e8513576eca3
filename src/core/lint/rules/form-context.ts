import type { Form } from '../../../../schema/steps'
import type { Subject } from '../../../../schema/vocabulary'
import type { Finding, LintContext } from '../findings'

/** One form as its rules see it: its name, its JSON pointer, what it is about. */
export type FormContext = { context: LintContext; name: string; form: Form; of: Subject; at: string }
export type FormRule = (seen: FormContext) => Finding[]
