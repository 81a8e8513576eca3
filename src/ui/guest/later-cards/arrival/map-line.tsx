import { Icon } from '../../../look/icon'
import { houseSettings } from '../../../shared/house-settings'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'

/** The house's address with a link to a map; nothing without an address. */
export const MapLine = ({ address, stop }: { address: string | undefined; stop?: () => void }) => {
  const { companyName } = useStore(houseSettings)
  if (!address) return null
  const place = encodeURIComponent([companyName, address].filter(Boolean).join(', '))
  return (
    <p className="with-icon">
      <Icon name="heroicons:map-pin" />
      <span>
        {address}{' '}
        <a
          className="aside"
          href={`https://www.google.com/maps/search/?api=1&query=${place}`}
          target="_blank"
          rel="noopener noreferrer"
          onClick={stop}
        >
          {say('receipt.map')}
        </a>
      </span>
    </p>
  )
}
