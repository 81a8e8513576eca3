import { speaker } from '../../src/core/flow/speaker'
import consult from '../../src/text/consult.it.json'
import host from '../../src/text/host.it.json'
import it from '../../src/text/it.json'
import server from '../../src/text/server.it.json'

/** The server's Italian sentences: the pages' own words where they have any. */
export const { say, wait } = speaker({ ...it, ...host, ...consult, ...server })
