import { houseSettings } from './house-settings'
import { useStore } from './page-store'

/** The house's logo and name, small, on every card but the first. */
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
