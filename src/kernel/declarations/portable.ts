import type { GuildMember } from 'discord.js'
import type { Author } from '../settings/revision.ts'

type Fields = Record<string, unknown>

/**
 * How the things of a kind travel with the settings. A file holds the fields that are told of them; one is taken in by
 * `put`, matched by its name: made anew, changed, or the same. Nothing is deleted or posted by that.
 */
export interface Portable<Ctx> {
  /** Those that somebody may take along, whole. */
  list(ctx: Ctx & { member: GuildMember }): readonly { id: string; design: Fields }[]
  /** The endpoint that its page saves with: whoever takes one in must be able to call it with that. */
  saves: string
  /** How many of them a server has at most. */
  most: number
  /** Fields that stay in their own server: a new one has them as any other. */
  without?: readonly string[]
  /** The field that names another one of its kind, by its id. */
  joins?: string
  /**
   * Fields that go on without the channels and roles that somebody leaves out. What names one in any other field is not
   * taken at all: a condition less would be another thing.
   */
  loses?: readonly string[]
  /** Its id, where that is not free to choose. */
  idOf?(design: Fields): string
  /** Why one cannot be had in another server, as a sentence; undefined where it can. */
  unfit?(design: Fields): string | undefined
  /** What is left to be done with a new one, as a sentence. */
  arrives?: string
  /** Takes away one that was taken in, when that is taken back. Waits for nothing. @throws UserError */
  remove(ctx: Ctx & { member: GuildMember }, id: string, author: Author): void
}
