/** Where the host's pages are, for whoever opens a new house on its own machine. */
export const HostDoor = ({ say }: { say: (key: string) => string }) => (
  <p className="panel">
    {say('/.host')}{' '}
    <a className="link" href="/admin-login">
      {say('/.hostGo')}
    </a>
  </p>
)
