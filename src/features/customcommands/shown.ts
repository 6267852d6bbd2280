import type { Context } from '#kernel/feature.ts'
import type customcommands from './contract.ts'
import type { CustomCommand } from './design/contract.ts'
import { nearCommand } from './judge.ts'
import { problemsOf } from './problems.ts'
import { commandsOf, type StoredCommand } from './rows.ts'

type Ctx = Context<typeof customcommands>

/** A command as pages show it. */
export const shownCommand = (ctx: Ctx, command: StoredCommand): CustomCommand => ({
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

export const shownCommands = (ctx: Ctx): CustomCommand[] =>
  commandsOf(ctx, ctx.guild.id).map(command => shownCommand(ctx, command))
