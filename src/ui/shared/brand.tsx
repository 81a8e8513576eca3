import { houseSettings } from './house-settings'
import { useStore } from './page-store'

/** The house as every card but the first shows it, small: its logo, its name, or the name beside the logo. */
export const Brand = () => {
  const { logoUrl, companyName } = useStore(houseSettings)
  if (!logoUrl && !companyName) return null
  return (
    <p className="brand">
      {logoUrl && <img src={logoUrl} alt="" />}
      {companyName}
    </p>
  )
}
