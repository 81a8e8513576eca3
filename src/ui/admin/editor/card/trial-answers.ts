/** Successful responses of the server, by the end of the address. */
const answers: readonly [end: RegExp, data: unknown][] = [
  [
    /\/api\/reservation-code$/,
    { kind: 'checkin', reservationCode: '1234', roomDescription: 'Camera Standard', showPaymentPage: true },
  ],
  [/\/api\/checkin$/, { id: 1 }],
  [/\/payment$/, { status: 'completed' }],
]

/** Answers the calls of a trial in the browser: nothing is sent or stored. */
export const trialAnswer = async (address: string): Promise<Response> => {
  const [, data] = answers.find(([end]) => end.test(address.split('?')[0]!)) ?? []
  return new Response(JSON.stringify({ success: true, data }), {
    status: 200,
    headers: { 'content-type': 'application/json' },
  })
}
