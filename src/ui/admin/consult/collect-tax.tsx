import { useState } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import { type TaxWay, taxWays } from '../../../../schema/tax'
import { receiptNumber } from '../../../core/tax/tax-payments'
import { euros } from '../../../core/text/money'
import { PickBox } from '../../look/boxes'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { guestName, wordsFor } from '../checkins/card-fields'
import { pollChanges } from '../checkins/results'
import { ask } from '../dialogs/dialog'
import { FormDialog } from '../dialogs/questions'
import { asHost } from '../session/host'

type FormProps = { checkin: Checkin; cents: number; answer: (way?: TaxWay) => void }

const Form = ({ checkin, cents, answer }: FormProps) => {
  const [way, choose] = useState<TaxWay>(checkin.taxPaid ?? 'cash')
  return (
    <FormDialog
      title={say(cents > 0 ? 'tax.collect' : 'tax.giveBack', { amount: euros(Math.abs(cents)) })}
      subtitle={`${say('tax.onCard')} · ${guestName(checkin) || say('consult.nameless')}`}
      yes={say(cents > 0 ? 'tax.collect' : 'tax.giveBack', { amount: euros(Math.abs(cents)) })}
      send={() => answer(way)}
      cancel={() => answer()}
    >
      <PickBox
        label={say('tax.payWay')}
        value={way}
        picks={taxWays.map((value) => ({ value, text: wordsFor('taxPaid', value) }))}
        pick={(value) => choose(value as TaxWay)}
      />
    </FormDialog>
  )
}

/** Asks how the tax is paid, stores the payment and shows its receipt. Throws Refused or Offline. */
export const collectTax = async (checkin: Checkin, cents: number, collected: number) => {
  const way = await ask<TaxWay>((answer) => <Form {...{ checkin, cents, answer }} />)
  if (!way) return
  const body = { cents, collected, way }
  try {
    const { data } = await asHost(() => call('POST /api/checkin/:id/tax', { params: { id: checkin.id }, body }))
    toast.show({ tone: 'good', title: say('tax.receipt', { number: receiptNumber(data) }) })
  } finally {
    await pollChanges()
  }
}
