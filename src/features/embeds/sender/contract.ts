import { z } from 'zod'
import { lengthOf } from '#kit/message/text/template.ts'
import type { Problem } from '#kit/message/limits/contract.ts'

/** The name and avatar for a message sent by the bot's webhook; null if the bot itself sends it. */
export const sender = z
  .object({ name: z.string().max(400).default(''), avatar_url: z.string().max(4000).default('') })
  .nullable()
  .default(null)
export type Sender = z.output<typeof sender>

/** Discord's limits. Source: its documentation, "Webhook Resource". */
const longestName = 80
const longestAddress = 2048
const forbidden = ['clyde', 'discord']

const isWebAddress = (url: string) =>
  url.length <= longestAddress && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Why Discord would not accept this name and avatar for a webhook. */
export function senderProblems(from: Sender): Problem[] {
  if (from === null) return []
  const tell = (path: string, sentence: string): Problem => ({ path: `sender.${path}`, place: 'Send as', sentence })
  const length = lengthOf(from.name)
  const word = forbidden.find(one => from.name.toLowerCase().includes(one))
  return [
    ...(length === 0 ? [tell('name', 'Give the sender a name.')] : []),
    ...(length > longestName ? [tell('name', `The name has ${length} characters; at most ${longestName} fit.`)] : []),
    ...(word === undefined ? [] : [tell('name', `Discord does not allow “${word}” in a webhook’s name.`)]),
    ...(from.avatar_url === '' || isWebAddress(from.avatar_url)
      ? []
      : [tell('avatar_url', 'The picture is not a web address.')]),
  ]
}
