import { speaker } from '../src/core/text'
import it from '../src/text/it.json'

/** What the server itself says: in Italian, the host's language. */
export const { say, wait } = speaker(it)
