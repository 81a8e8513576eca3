/** Link to the host's pages, shown on the first card of a new house on its own machine. */
export const HostDoor = ({ say }: { say: (key: string) => string }) => (
  <p className="panel">
    {say('/.host')}{' '}
    <a className="link" href="/admin-login">
      {say('/.hostGo')}
    </a>
  </p>
)
