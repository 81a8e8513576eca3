import { houseSettings } from './house-settings'
import { useStore } from './page-store'
import { say } from './published'

/** The house's logo and name in the title bar of every card but the first; without them the product's title. */
export const Brand = () => {
  const { logoUrl, companyName } = useStore(houseSettings)
  return (
    <p className="brand">
      {logoUrl && <img src={logoUrl} alt="" />}
      {companyName || (!logoUrl && say('/.title'))}
    </p>
  )
}
