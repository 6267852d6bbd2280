import type { GuildCore } from '#kernel/contract.ts'
import type { MemberFacts, ServerFacts } from '#kit/template.ts'
import type { SessionUser } from '../session.tsx'

/** Discord's own picture for an account without one: by the id. Source: Discord's documentation, "CDN Endpoints". */
const standIn = (id: string) => `embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`

/** Discord counts time from 2015 in an id's upper bits. */
const createdAt = (id: string) => Number(BigInt(id) >> 22n) + 1_420_070_400_000

/** Who looks at the page, as a member who has just joined; somebody made up until that is known. `now` is Unix ms. */
export function sampleMember(
  user: SessionUser | undefined,
  avatarURL: string | undefined,
  cdnUrl: string,
  now: number,
): MemberFacts {
  const { id, username, discriminator } = user ?? { id: '1', username: 'User', discriminator: '0' }
  return {
    id,
    username,
    displayName: username,
    discriminator,
    avatarURL: avatarURL ?? `${cdnUrl}/${standIn(id)}`,
    createdAt: createdAt(id),
    joinedAt: now,
  }
}

/** The server as far as a page knows it; owner and boosts are samples. */
export function sampleServer(guild: GuildCore | undefined): ServerFacts {
  return {
    id: guild?.id ?? '',
    name: guild?.name ?? '',
    iconURL: guild?.iconURL ?? '',
    members: guild?.memberCount ?? 0,
    owner: 'mara.w',
    boosts: 14,
    boostTier: 2,
  }
}
