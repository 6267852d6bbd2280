import { SnowflakeUtil } from 'discord.js'
import { type MessageFacts, withReadings } from './facts.ts'
import { namedIn } from './named.ts'

/** In place of the id of somebody, or somewhere, in particular. */
export const placeholderId = '0'

interface Given extends Pick<MessageFacts, 'guildId' | 'channelId' | 'authorId' | 'at' | 'attachments' | 'isName'> {
  mayCallEverybody: boolean
}

/** The facts of a message that nobody posted, read from its text alone. Each has an id of its own. */
export function factsOfText(text: string, { mayCallEverybody, ...given }: Given): MessageFacts {
  const named = namedIn(text)
  return withReadings({
    ...given,
    id: String(SnowflakeUtil.generate({ timestamp: given.at })),
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
