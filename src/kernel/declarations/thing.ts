import type { GuildMember } from 'discord.js'
import type { z } from 'zod'
import type { Author } from '../settings/revision.ts'
import type { Portable } from './portable.ts'

type Fields = Record<string, unknown>

/**
 * Things that people make and change besides settings, each under an id of its own, such as panels: their changes are in
 * the server's history with those of settings, and are taken back there.
 */
export interface Things<Ctx> {
  /** What one is called within a sentence: 'panel'. */
  noun: string
  /** What is told of one, with the words for it; each can be put back. */
  fields: z.ZodObject
  /** Which of the fields is its name. */
  name: string
  /** As it is stored; undefined where there is none. */
  read(ctx: Ctx, id: string): Fields | undefined
  /**
   * Whether somebody may know of one; whoever views the feature unless told. To others the history names a hidden one, tells
   * nothing of what was changed, and does not find it.
   * @param noted what was noted of it last, of one that is not there any more
   */
  knownTo?(ctx: Ctx & { member: GuildMember }, id: string, noted: Fields): boolean
  /**
   * Sets some of its fields, or makes it anew where it was deleted. Judges what the member may do, as its page does, and
   * waits for nothing.
   * @param author null only judges, and stores nothing
   * @throws UserError with `fields` where single ones are at fault
   */
  put(ctx: Ctx & { member: GuildMember }, id: string, patch: Fields, author: Author | null): void
  /** How they travel with the settings, into files and to other servers; without it each stays in its own. */
  portable?: Portable<Ctx>
}

/** A part of a feature. */
export interface Stays {
  /** What else of it stays in its own server, and why, as the end of a sentence: for the page of exports. */
  stays?: readonly { what: string; why: string }[]
}
