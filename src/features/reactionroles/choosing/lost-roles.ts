import type { Guild, GuildMember, PartialGuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import reactionroles from '../contract.ts'
import { menusOf } from '../menus/rows.ts'
import { hasTaken } from './recent-role-changes.ts'
import { afterOthers } from './perform.ts'
import { changeNote, type Note, noteOf, notesAbout } from './rows.ts'

/** Whether a role was given and nothing is pending for it. */
const isHeld = ({ state, due }: Note): boolean => state === 'held' && due === null

/** Handles a role taken by hand: its member may choose it again. */
const release = (services: Services, note: Note): void => changeNote(services, note, { state: 'seen', endsAt: null })

/** Releases the given notes whose roles a member no longer has, once nothing else is in progress for them. */
const releaseLost = (services: Services, guild: Guild, userId: string, notes: readonly Note[]): Promise<void> =>
  afterOthers(services, guild.id, userId, async () => {
    const member = await freshMember(guild, userId).catch((error: unknown) => {
      // On an outage the notes stay: at their end, a role that they lost is not taken again, and one that they have is.
      if (!isOutage(error)) throw error
    })
    if (!member) return
    for (const key of notes) {
      const note = noteOf(services, key)
      if (note && isHeld(note) && !member.roles.cache.has(note.roleId)) release(services, note)
    }
  })

/**
 * Handles lost roles. If the bot has recently taken such a role from the member, this may be Discord's late event about
 * that, and the role may have been given again since; then Discord is asked whether they have it, without delaying
 * other listeners.
 */
export function rolesLost(
  services: Services,
  before: GuildMember | PartialGuildMember,
  { id: userId, guild, roles }: GuildMember,
): void {
  if (before.partial) return
  const lost = before.roles.cache.filter(role => !roles.cache.has(role.id))
  if (lost.size === 0) return
  const unclear: Note[] = []
  for (const note of notesAbout(services, guild.id, userId)) {
    if (!lost.has(note.roleId) || !isHeld(note)) continue
    if (menusOf(services, guild.id).some(one => one.id === note.menuId && one.design.mode === 'binding')) continue
    if (hasTaken(services, guild.id, userId, note.roleId)) unclear.push(note)
    else release(services, note)
  }
  if (unclear.length === 0) return
  releaseLost(services, guild, userId, unclear).catch((err: unknown) => {
    services.log.warn({ err, feature: reactionroles.name, guildId: guild.id }, 'lost roles could not be looked at')
  })
}
