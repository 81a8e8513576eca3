import { type DraftMessage, draftProver } from '../../../../core/editor/draft/draft-proof'

const proved = draftProver()

// A thread of its own: the page stays alive whatever the draft is, and a newer edit ends this one.
self.onmessage = ({ data }: MessageEvent<DraftMessage>) => self.postMessage(proved(data))
