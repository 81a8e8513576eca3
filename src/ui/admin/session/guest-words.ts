import { useEffect, useState } from 'react'
import type { Language } from '../../../../schema/languages'
import { type Speaker, speaker } from '../../../core/flow/speaker'
import { firstIn, house, joinedFiles, type PublishedFiles, restIn } from '../../shared/published'

/** Returns the whole flow in a language. Throws Offline. */
export const publishedIn = async (language: Language): Promise<PublishedFiles> =>
  joinedFiles(...(await Promise.all([firstIn(language), restIn(language)])))

/** Returns what speaks a guest's language, for what a host hands to a guest; the page's until its words are loaded. */
export const useSpeaker = (language: Language): Speaker => {
  const [spoken, speak] = useState<{ language: Language; speaker: Speaker }>()
  useEffect(() => {
    let isLeft = false
    void publishedIn(language).then(
      ({ words }) => isLeft || speak({ language, speaker: speaker(words, language) }),
      () => {}, // The invitation stays in the language it had.
    )
    return () => {
      isLeft = true
    }
  }, [language])
  return spoken?.speaker ?? house.get().speak
}
