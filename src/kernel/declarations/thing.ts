import type { GuildMember } from 'discord.js'
import type { z } from 'zod'
import type { Author } from '../settings/revision.ts'
import type { Portable } from './portable.ts'

type Fields = Record<string, unknown>

/**
 * Things that people create and change besides settings, each with its own id, such as panels: their changes are in the
 * server's history with those of settings, and can be undone there.
 */
export interface Things<Ctx> {
  /** The word for one within a sentence: 'panel'. */
  noun: string
  /** The fields that the history shows, with their labels; each can be restored. */
  fields: z.ZodObject
  /** The key of the field that holds its name. */
  name: string
  /** Returns it as it is stored; undefined when it does not exist. */
  read(ctx: Ctx, id: string): Fields | undefined
  /**
   * Whether somebody may know about one; unless declared, everybody who may view the feature. For others the history
   * calls it hidden, shows nothing of what was changed, and its search does not find it.
   * @param noted what the history recorded of it last, for one that no longer exists
   */
  knownTo?(ctx: Ctx & { member: GuildMember }, id: string, noted: Fields): boolean
  /**
   * Sets some of its fields, or recreates it if it was deleted. Checks what the member may do, like its page.
   * Synchronous.
   * @param author null checks only, and stores nothing
   * @throws UserError with `fields` when certain fields are at fault
   */
  put(ctx: Ctx & { member: GuildMember }, id: string, patch: Fields, author: Author | null): void
  /** How they are exported with the settings, into files and to other servers; without it they are not exported. */
  portable?: Portable<Ctx>
}

/** A part of a feature. */
export interface Stays {
  /** What else of the feature is not exported, and why, as the end of a sentence: for the export page. */
  stays?: readonly { what: string; why: string }[]
}
