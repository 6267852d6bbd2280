import { ChannelType, type Guild, type GuildMember, PermissionFlagsBits } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'
import { sees } from '../rights/channel-rights.ts'
import type { CommunityKind } from './contract.ts'

interface Named {
  id: string
  name: string
}

/** Finds by the words in order of preference. @returns the id of the first one whose name matches */
const called = (words: readonly RegExp[], found: readonly Named[]): string | null =>
  words.flatMap(word => found.find(({ name }) => word.test(name)) ?? [])[0]?.id ?? null

const logs = [/mod.?log/i, /audit/i, /\blogs?\b|-logs?$/i, /\bstaff\b|\bmods?\b|moderat/i] as const
const arrivals = [/arrival/i, /welcome|greet/i, /\bjoins?\b|new.?members?/i] as const
const staff = [/^mod(erator)?s?$/i, /moderator/i, /^(staff|team)$/i, /\b(mod|staff|support|helper)s?\b/i] as const

const kindWords: readonly [CommunityKind, RegExp][] = [
  ['games', /\b(gam(e|es|ing|ers?)|guild|clan|raid|esports?|minecraft|speedrun)/i],
  ['study', /\b(study|class|course|school|university|college|homework|learn|botany|science)/i],
  ['support', /\b(support|help|customers?|service)\b/i],
  ['creators', /\b(stream|creator|fans?\b|channel|podcast|music|studio)/i],
  ['makers', /\b(make|maker|build|craft|art|design|dev|code|coding|open.?source|workshop)/i],
]

/** Guesses the kind of community from the names of the server and its channels. */
const kindOf = ({ name }: Guild, channels: readonly Named[]): CommunityKind => {
  const texts = [name, ...channels.map(channel => channel.name)]
  return texts.flatMap(text => kindWords.find(([, words]) => words.test(text))?.[0] ?? [])[0] ?? 'other'
}

/** Suggests answers for a server, from what `viewer` can see. */
export function suggestions(guild: Guild, viewer: GuildMember) {
  const texts = [...guild.channels.cache.values()]
    .filter(channel => channel.type === ChannelType.GuildText && !isHidden(channel) && sees(viewer, channel))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const isPrivate = ({ id }: Named) =>
    guild.channels.cache.get(id)?.permissionsFor(guild.roles.everyone).has(PermissionFlagsBits.ViewChannel) === false
  const roles = [...guild.roles.cache.values()].filter(({ id, managed }) => id !== guild.id && !managed)
  const { systemChannelId } = guild
  return {
    kind: kindOf(guild, texts),
    // A channel that everybody can read is not suitable for a log.
    logChannel: called(logs, texts.filter(isPrivate)),
    staffRole: called(staff, roles),
    greetChannel: called(arrivals, texts) ?? texts.find(({ id }) => id === systemChannelId)?.id ?? null,
  }
}
