import type { GuildMember } from 'discord.js'
import type { z } from 'zod'
import type { Contract, Edited, Form, Settings } from '#contract'
import type { Author } from '../settings/revision.ts'
import type { Patch } from '../settings/settings.ts'

type Shown<S extends z.ZodObject> = keyof S['shape'] extends never ? unknown : z.input<S>
type Beside<F extends Form> = Shown<F['shows']> & Shown<F['beside']>

/** What is special about a form. */
export interface FormParts<Ctx, C extends Contract, F extends Form> {
  /** What the form `shows` besides the feature's settings, to whom it may depend on. */
  read?(ctx: Ctx, viewer: GuildMember): Beside<F> | Promise<Beside<F>>
  /** The settings that a body changes, where that is not just what it names. */
  change?(ctx: Ctx, posted: Partial<Edited<F>>, from: { revision: number | undefined }): Patch<C>
}

/** Settings that somebody wants to save. */
export interface SettingsChange<C extends Contract = Contract> {
  before: Settings<C>
  after: Settings<C>
  author: Author
  /**
   * Whether it is only asked what would be: a refusal then keeps nothing and tells nobody. Changes of many features at
   * once are judged so, since they are made all or not at all.
   */
  trial?: boolean
}
