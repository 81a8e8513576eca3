import { type DraftToProve, proveDraft } from '../../../../core/editor/draft/draft-proof'

// A thread of its own: the page stays alive whatever the draft is, and a newer edit ends this one.
self.onmessage = ({ data }: MessageEvent<DraftToProve>) => self.postMessage(proveDraft(data))
