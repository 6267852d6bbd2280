import { SnowflakeUtil } from 'discord.js'
import { type MessageFacts, withReadings } from './facts.ts'

/** In place of the id of somebody, or somewhere, in particular. */
export const placeholderId = '0'

interface Given extends Pick<MessageFacts, 'guildId' | 'channelId' | 'authorId' | 'at' | 'attachments'> {
  mayCallEverybody: boolean
}

/** The facts of a message that nobody posted, read from its text alone. Each has an id of its own. */
export function factsOfText(text: string, { mayCallEverybody, ...given }: Given): MessageFacts {
  const ids = (sign: RegExp) => new Set([...text.matchAll(sign)].map(([, id]) => id))
  const users = ids(/<@!?(\d{17,20})>/g)
  users.delete(given.authorId)
  return withReadings({
    ...given,
    id: String(SnowflakeUtil.generate({ timestamp: given.at })),
    content: text,
    text,
    previews: '',
    mentions: {
      users: users.size,
      roles: ids(/<@&(\d{17,20})>/g).size,
      everyone: /@(?:everyone|here)\b/.test(text) && !mayCallEverybody,
    },
  })
}
