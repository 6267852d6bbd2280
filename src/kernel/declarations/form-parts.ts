import type { GuildMember } from 'discord.js'
import type { z } from 'zod'
import type { Contract, Edited, Form, Settings } from '#contract'
import type { Author } from '../settings/revision.ts'
import type { Patch } from '../settings/settings.ts'

type Shown<S extends z.ZodObject> = keyof S['shape'] extends never ? unknown : z.input<S>
type Beside<F extends Form> = Shown<F['shows']> & Shown<F['beside']>

/** What a form does beyond showing and storing settings. */
export interface FormParts<Ctx, C extends Contract, F extends Form> {
  /** Returns what the form `shows` besides the feature's settings; may depend on the viewer. */
  read?(ctx: Ctx, viewer: GuildMember): Beside<F> | Promise<Beside<F>>
  /** Returns the settings that a body changes, when those are not the ones that it names. */
  change?(ctx: Ctx, posted: Partial<Edited<F>>, from: { revision: number | undefined }): Patch<C>
}

/** Settings that somebody wants to save. */
export interface SettingsChange<C extends Contract = Contract> {
  before: Settings<C>
  after: Settings<C>
  author: Author
  /**
   * Whether this only checks what would happen: then nothing is stored and nobody is notified. Changes of many features
   * at once are checked like this first, since either all of them are made or none.
   */
  trial?: boolean
}
