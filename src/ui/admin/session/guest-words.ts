import { useEffect, useState } from 'react'
import type { Language } from '../../../../schema/languages'
import { type Speaker, speaker } from '../../../core/flow/speaker'
import { firstIn, house, joinedFiles, type PublishedFiles, restIn } from '../../shared/published'

/** Returns the whole flow in a language. Throws Offline. */
export const publishedIn = async (language: Language): Promise<PublishedFiles> =>
  joinedFiles(...(await Promise.all([firstIn(language), restIn(language)])))

/** Returns the speaker of a guest's language, for invitations; the page's own until its words are loaded. */
export const useSpeaker = (language: Language): Speaker => {
  const [spoken, speak] = useState<{ language: Language; speaker: Speaker }>()
  useEffect(() => {
    let isLeft = false
    void publishedIn(language).then(
      ({ words }) => isLeft || speak({ language, speaker: speaker(words, language) }),
      () => {}, // The invitation keeps its language.
    )
    return () => {
      isLeft = true
    }
  }, [language])
  return spoken?.speaker ?? house.get().speak
}
