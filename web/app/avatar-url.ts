import { useAbout } from './queries.ts'

interface Pictured {
  id: string
  avatar: string | null
}

/** The URL of a user's picture at Discord, as a PNG of `size` px (64 or 128). */
export const avatarUrl = (cdnUrl: string, { id, avatar }: Pictured, size: 64 | 128): string | undefined =>
  avatar === null ? undefined : `${cdnUrl}/avatars/${id}/${encodeURIComponent(avatar)}.png?size=${size}`

/**
 * Like {@link avatarUrl}, with the CDN that the server names; undefined until it is known and for users without a
 * picture.
 */
export function useAvatarUrl(user: Pictured | undefined, size: 64 | 128): string | undefined {
  const about = useAbout()
  return about && user && avatarUrl(about.cdnUrl, user, size)
}
