import { settings } from './settings'
import { useStore } from './store'

/** The house as every card but the first shows it: its logo, or else its name, small. */
export const Brand = () => {
  const { logoUrl, companyName } = useStore(settings)
  if (!logoUrl && !companyName) return null
  return <p className="brand">{logoUrl ? <img src={logoUrl} alt={companyName} /> : companyName}</p>
}
