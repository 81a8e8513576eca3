import { speaker } from '../../src/core/flow/speaker'
import consult from '../../src/text/consult.it.json'
import host from '../../src/text/host.it.json'
import it from '../../src/text/it.json'
import server from '../../src/text/server.it.json'

/**
 * What the server itself says, in Italian: in the words the pages have for it, and in its own where no page has any.
 */
export const { say, wait } = speaker({ ...it, ...host, ...consult, ...server })
