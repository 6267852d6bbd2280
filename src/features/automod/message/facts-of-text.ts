import { type MessageFacts, withReadings } from './facts.ts'
import { namedIn } from './mentioned.ts'

/** In place of the id of somebody, or somewhere, in particular. */
export const placeholderId = '0'

interface Given extends Pick<MessageFacts, 'guildId' | 'channelId' | 'authorId' | 'at' | 'attachments' | 'isName'> {
  mayCallEverybody: boolean
}

/** Discord's ids count from here (Unix ms). */
const discordEpoch = 1_420_070_400_000
let made = 0

/** An id as Discord would give one at that time; no two are alike. */
const idAt = (at: number): string => String((BigInt(at - discordEpoch) << 22n) + BigInt(made++ % 2 ** 12))

/** The facts of a message that nobody posted, read from its text alone. Each has an id of its own. */
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
