import { type MessageFacts, withReadings } from './facts.ts'
import { namedIn } from './mentioned.ts'

/** Stands for the id of nobody, or nowhere, in particular. */
export const placeholderId = '0'

interface Given extends Pick<MessageFacts, 'guildId' | 'channelId' | 'authorId' | 'at' | 'attachments' | 'isName'> {
  mayCallEverybody: boolean
}

/** The epoch of Discord's ids (Unix ms). */
const discordEpoch = 1_420_070_400_000
let made = 0

/** A unique id as Discord would assign it at that time. */
const idAt = (at: number): string => String((BigInt(at - discordEpoch) << 22n) + BigInt(made++ % 2 ** 12))

/** The facts about a made-up message, read from its text alone. Each gets a unique id. */
export function factsOfText(text: string, { mayCallEverybody, ...given }: Given): MessageFacts {
  const named = namedIn(text)
  return withReadings({
    ...given,
    id: idAt(given.at),
    content: text,
    text,
    previews: '',
    mentions: {
      users: [...named.users].filter(id => id !== given.authorId).length,
      roles: named.roles.size,
      everyone: named.everyone && !mayCallEverybody,
    },
  })
}
