import type { Guild, GuildMember, PartialGuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import reactionroles from '../contract.ts'
import { menusOf } from '../menus/rows.ts'
import { hasTaken } from './own-changes.ts'
import { afterOthers } from './perform.ts'
import { changeNote, type Note, noteOf, notesAbout } from './rows.ts'

/** A role that was given, and of which nothing is under way. */
const isHeld = ({ state, due }: Note): boolean => state === 'held' && due === null

/** Taken by hand: it is theirs to choose again. */
const release = (services: Services, note: Note): void => changeNote(services, note, { state: 'seen', endsAt: null })

/** Releases of these what somebody does not have, once what is under way about them is done. */
const releaseLost = (services: Services, guild: Guild, userId: string, notes: readonly Note[]): Promise<void> =>
  afterOthers(services, guild.id, userId, async () => {
    const member = await freshMember(guild, userId).catch((error: unknown) => {
      // What is known stays: a role that they lost is not taken again in the end, and one that they have is.
      if (!isOutage(error)) throw error
    })
    if (!member) return
    for (const key of notes) {
      const note = noteOf(services, key)
      if (note && isHeld(note) && !member.roles.cache.has(note.roleId)) release(services, note)
    }
  })

/**
 * Somebody lost roles. Where the bot has taken such a role from them before, this may be Discord's late word of that, and
 * the role may have been given again since: then Discord is asked whether they have it, while others hear of the loss.
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
