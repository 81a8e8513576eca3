import { type DraftToProve, proveDraft } from '../../../../core/editor/draft/draft-proof'

// A worker keeps the page responsive; the next edit can terminate it.
self.onmessage = ({ data }: MessageEvent<DraftToProve>) => self.postMessage(proveDraft(data))
