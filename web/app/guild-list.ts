import type { GuildCard } from '#kernel/contract.ts'

/**
 * Whether the bot is in the guild: then its settings link is on our own origin. Otherwise it leads to Discord, to add
 * the bot.
 */
export function isManaged({ settingsUrl }: Pick<GuildCard, 'settingsUrl'>, origin: string): boolean {
  try {
    return new URL(settingsUrl, origin).origin === origin
  } catch {
    return false
  }
}

/** The URL for adding the bot; undefined for anything that is not a web address. */
export function inviteUrl({ settingsUrl }: Pick<GuildCard, 'settingsUrl'>): string | undefined {
  return URL.canParse(settingsUrl) && /^https?:$/.test(new URL(settingsUrl).protocol) ? settingsUrl : undefined
}

/** Guilds with the bot first, otherwise in the order given. */
export const managedFirst = <G extends Pick<GuildCard, 'settingsUrl'>>(guilds: readonly G[], origin: string): G[] =>
  guilds.toSorted((a, b) => Number(isManaged(b, origin)) - Number(isManaged(a, origin)))

/** Guilds whose name contains `search`, in any case. */
export function matching<G extends Pick<GuildCard, 'name'>>(guilds: readonly G[], search: string): G[] {
  const wanted = search.trim().toLowerCase()
  return guilds.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** The beginning of an id, where it only has to distinguish servers of the same name. */
export const shortId = (id: string) => id.slice(0, 8)
