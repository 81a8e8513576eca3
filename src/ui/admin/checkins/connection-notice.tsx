import { Button } from '../../look/parts'
import { say } from '../../shared/published'

/** Whether the server answers, and whether the session is open. */
export type Connection = 'open' | 'offline' | 'closed'

/** Says that the server does not answer, or that the session is over, with a button to sign in. */
export const ConnectionNotice = ({ how, signIn }: { how: Connection; signIn: () => void }) =>
  how !== 'open' && (
    <p className="notice" role="status">
      {say(`consult.${how}`)}
      {how === 'closed' && <Button onClick={signIn}>{say('consult.signIn')}</Button>}
    </p>
  )
