import { useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import type { MemberFacts, ServerFacts } from '#kit/template.ts'
import type { Lookup } from '#web/ui/discord/lookup.ts'
import type { MessageAuthor } from '#web/ui/discord/model.ts'
import { useAvatarUrl } from '../avatar-url.ts'
import { useAbout, useProductName } from '../queries.ts'
import { useAuth } from '../session.tsx'
import { guildLookup } from './guild-lookup.ts'
import { sampleMember, sampleServer } from './sample.ts'

/** Stands for the bot until its own is known; no real account has it, and a mention of it can be read. */
const unknownBotId = '100000000000000000'

export interface Preview {
  bot: MessageAuthor
  /** The viewer, as the author of messages and as the member in templates. */
  reader: MessageAuthor
  member: MemberFacts
  server: ServerFacts
  /** When the page was opened, Unix ms. */
  now: number
  timestamp: string
  /** What ids in a message stand for, and where its pictures are loaded from. */
  lookup: Lookup
}

/**
 * Where a picture is loaded from: Discord's own and ours as they are, others through us, so that the site does not learn
 * who looks.
 */
export function imageAddress(address: string, cdnUrl: string, guildId: string | undefined): string | undefined {
  if (cdnUrl !== '' && address.startsWith(`${cdnUrl}/`)) return address
  if (address.startsWith('/api/')) return address
  if (guildId === undefined || !/^https?:\/\//.test(address)) return undefined
  return `/api/guild/${guildId}/picture?${new URLSearchParams({ address })}`
}

/** Where the pictures of servers' own emoji are loaded from; nothing until it is known who has them. */
export function useEmojiAddress(): Lookup['emoji'] {
  const { cdnUrl = '' } = useAbout() ?? {}
  return (id, animated) => (cdnUrl === '' ? undefined : `${cdnUrl}/emojis/${id}.${animated ? 'gif' : 'png'}`)
}

/** Everything a page needs to render what Discord will show. @param guild for the names of channels and roles */
export function usePreview(guild?: GuildCore): Preview {
  const { user } = useAuth()
  const name = useProductName()
  const { cdnUrl = '', botId = unknownBotId } = useAbout() ?? {}
  const face = useAvatarUrl(user, 128)
  const emoji = useEmojiAddress()
  const [now] = useState(() => Date.now())
  const member = sampleMember(user, guild?.you, face, cdnUrl, now)
  return {
    bot: { id: botId, username: name, bot: true },
    reader: { id: member.id, username: member.username },
    member,
    server: sampleServer(guild),
    now,
    timestamp: new Date(now).toISOString(),
    lookup: {
      ...guildLookup(guild),
      avatar: author =>
        author.id === botId ? '/images/mark.svg' : author.id === member.id ? (guild?.you.avatarURL ?? face) : undefined,
      user: id => (id === member.id ? { name: member.displayName } : id === botId ? { name } : undefined),
      image: address => imageAddress(address, cdnUrl, guild?.id),
      emoji,
    },
  }
}
