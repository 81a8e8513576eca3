import { house } from '../../shared/published'

/** The way to the house's whole privacy notice, on a page of its own, so that no answer is lost. */
export const NoticeLink = () => {
  const { language, speak } = house.get()
  return (
    <a className="aside" href={`/privacy-notice?lang=${language}`} target="_blank" rel="noreferrer">
      {speak.say('privacy.more')}
    </a>
  )
}
