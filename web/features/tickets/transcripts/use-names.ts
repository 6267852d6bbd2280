import { useMemo } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import { avatarUrl } from '#web/app/avatar-url.ts'
import { imageAddress, usePreview } from '#web/app/preview/use-preview.ts'
import { useAbout } from '#web/app/queries.ts'
import type { Lookup } from '#web/ui/discord/lookup.ts'

interface Names {
  users: Record<string, string>
  channels: Record<string, string>
  roles: Record<string, string>
}

/** The names for ids in a conversation, as the server gives them to this reader. */
export function useNames(guildId: string, { users, channels, roles }: Names, guild?: GuildCore): Lookup {
  const { lookup } = usePreview(guild)
  const cdnUrl = useAbout()?.cdnUrl
  return useMemo(
    () => ({
      ...lookup,
      user: id => (users[id] === undefined ? lookup.user(id) : { name: users[id] }),
      role: id => lookup.role(id) ?? (roles[id] === undefined ? undefined : { name: roles[id] }),
      channel: id => (channels[id] === undefined ? lookup.channel(id) : { name: channels[id], kind: 'text' }),
      image: address => imageAddress(address, cdnUrl ?? '', guildId),
      avatar: user =>
        cdnUrl !== undefined && user.avatar
          ? avatarUrl(cdnUrl, { id: user.id, avatar: user.avatar }, 64)
          : lookup.avatar(user),
    }),
    [lookup, users, channels, roles, cdnUrl, guildId],
  )
}
