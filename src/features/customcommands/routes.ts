import type { Answered } from '#contract'
import { prefixOf } from '#kernel/commands/prefix.ts'
import type { RouteContext, Context } from '#kernel/feature.ts'
import type customcommands from './contract.ts'
import { deleteCommand, saveCommand } from './save.ts'
import type { CustomCommand } from './design/contract.ts'
import { nearCommand } from './validation.ts'
import { problemsOf } from './problems.ts'
import { commandsOf, type StoredCommand } from './rows.ts'

/** A command as pages show it. */
const shownCommand = (ctx: Context<typeof customcommands>, command: StoredCommand): CustomCommand => ({
  ...command.design,
  id: command.id,
  revision: command.revision,
  uses: command.uses,
  used_at: command.usedAt,
  saved_at: command.savedAt,
  saved_by: command.savedByName,
  near: nearCommand(ctx, command.name) ?? null,
  problems: [...problemsOf(ctx, command)],
})

const shownCommands = (ctx: Context<typeof customcommands>): CustomCommand[] =>
  commandsOf(ctx, ctx.guild.id).map(command => shownCommand(ctx, command))

type Endpoints = (typeof customcommands)['endpoints']
type Ctx<K extends keyof Answered<Endpoints>> = RouteContext<typeof customcommands, Endpoints[K]>

const by = ({ user }: { user: { id: string } }, via = 'dashboard') => ({ userId: user.id, via })

export const routes = {
  commands: (ctx: Ctx<'commands'>) => ({
    prefix: prefixOf(ctx, ctx.guild.id),
    emojis: ctx.guild.emojis.cache
      .filter(({ available }) => available !== false)
      .map(({ id, name, animated }) => ({ id, name, animated: animated ?? false })),
    commands: shownCommands(ctx),
  }),
  saveCommand(ctx: Ctx<'saveCommand'>) {
    const saved = saveCommand(ctx, ctx.body, by(ctx, ctx.body.revision === undefined ? 'api' : 'dashboard'))
    return { command: shownCommand(ctx, saved) }
  },
  deleteCommand(ctx: Ctx<'deleteCommand'>) {
    deleteCommand(ctx, ctx.params['commandId'] ?? '', by(ctx))
    return {}
  },
}
