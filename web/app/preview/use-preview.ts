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

/** Used for the bot until its own id is known. No real account has it, and a mention of it still shows a name. */
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
  /** Resolves ids in a message, and decides where pictures are loaded from. */
  lookup: Lookup
}

/**
 * The URL that a picture is loaded from: unchanged for Discord's and our own, and through our server for others, so
 * that their site does not learn who is looking.
 */
export function imageAddress(address: string, cdnUrl: string, guildId: string | undefined): string | undefined {
  if (cdnUrl !== '' && address.startsWith(`${cdnUrl}/`)) return address
  if (address.startsWith('/api/')) return address
  if (guildId === undefined || !/^https?:\/\//.test(address)) return undefined
  return `/api/guild/${guildId}/picture?${new URLSearchParams({ address })}`
}

/** The URL of a custom emoji's picture; none until the CDN's address is known. */
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
