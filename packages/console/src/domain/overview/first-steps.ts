import { shellWord } from '../snippets.ts'

export type FirstStep = { title: string; text: string; line: string }

type StepPlace = { origin: string; user: string; collections: string }

/** What somebody does first with an empty installation, each by a line that a shell takes. curl asks for the password. */
export function firstSteps({ origin, user, collections }: StepPlace): readonly FirstStep[] {
  const url = (path: string) => shellWord(`${origin}${path}`)
  const curl = `curl -u ${shellWord(user)}`
  const json = `-H 'Content-Type: application/json'`
  const hook = {
    name: 'New order',
    condition: `path('${collections}orders') and method('POST')`,
    url: 'https://example.com/hook',
  }
  return [
    {
      title: 'Make a collection',
      text: 'Documents are stored in it, and read by HTTP.',
      line: `${curl} -X PUT ${url(`${collections}orders`)}`,
    },
    {
      title: 'Make a webhook',
      text: 'It tells another program of each request that its condition matches.',
      line: `${curl} ${json} \\\n  -d ${shellWord(JSON.stringify(hook))} \\\n  ${url('/webhooks')}`,
    },
    {
      title: 'Send the first request',
      text: 'The webhook tells of it, and the log of deliveries says what the other program answered.',
      line: `${curl} ${json} -d '{"item":"book"}' ${url(`${collections}orders`)}`,
    },
  ]
}
