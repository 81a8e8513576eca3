/** What the server would say to a guest whose every call goes well, by the end of its address. */
const answers: readonly [end: RegExp, data: unknown][] = [
  [
    /\/api\/reservation-code$/,
    { kind: 'checkin', reservationCode: '1234', roomDescription: 'Camera Standard', showPaymentPage: true },
  ],
  [/\/api\/checkin$/, { id: 1 }],
  [/\/payment$/, { status: 'completed' }],
]

/** Answers a call of a trial here, in the browser: nothing is sent and nothing is stored. */
export const trialAnswer = async (address: string): Promise<Response> => {
  const [, data] = answers.find(([end]) => end.test(address.split('?')[0]!)) ?? []
  return new Response(JSON.stringify({ success: true, data }), {
    status: 200,
    headers: { 'content-type': 'application/json' },
  })
}
