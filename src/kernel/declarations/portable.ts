import type { GuildMember } from 'discord.js'
import type { Author } from '../settings/revision.ts'

type Fields = Record<string, unknown>

/**
 * How the things of a kind are exported and imported with the settings. A file holds the `fields` of each; importing
 * matches things by name and calls `put`, which creates or changes one or finds it the same. Importing deletes and
 * posts nothing.
 */
export interface Portable<Ctx> {
  /** Returns the things that a member may export, with all of their fields. */
  list(ctx: Ctx & { member: GuildMember }): readonly { id: string; design: Fields }[]
  /** The endpoint that its page saves with: importing requires that the member may call it with those fields. */
  saves: string
  /** The most of them that a server can have. */
  most: number
  /** Fields that are not exported: an imported thing has their defaults. */
  without?: readonly string[]
  /** The field that refers to another thing of its kind, by id. */
  joins?: string
  /**
   * Fields that may lose the channels and roles that the importing member leaves out. A thing that refers to one in any
   * other field is not imported at all, because without that condition it would be something else.
   */
  loses?: readonly string[]
  /** Returns its id, when that cannot be chosen freely. */
  idOf?(design: Fields): string
  /** Why one cannot be imported in another server, as a sentence; undefined when it can. */
  unfit?(design: Fields): string | undefined
  /** What is left to do with a newly imported one, as a sentence. */
  arrives?: string
  /** Removes an imported one when the import is undone. Synchronous. @throws UserError */
  remove(ctx: Ctx & { member: GuildMember }, id: string, author: Author): void
}
