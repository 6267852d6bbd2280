import { feature } from '#kernel/feature.ts'
import { mayUse } from './answering/allowed.ts'
import { answerCall } from './answering/answer.ts'
import { customcommand } from './commands.ts'
import customcommands from './contract.ts'
import { usageOf } from './design/contract.ts'
import { problems, requires } from './problems.ts'
import { routes } from './routes.ts'
import { commandsOf, isCommand, namesOf } from './rows.ts'
import { commandsNoted } from './design/contract.ts'
import { notedCommands } from './save.ts'
import { tables } from './table.ts'

export default feature(customcommands, {
  switch: 'enabled',
  commands: { customcommand },
  serverCommands: {
    has: (ctx, word) => isCommand(ctx, ctx.guild.id, word),
    names: ctx => namesOf(ctx, ctx.guild.id),
    usable: (ctx, caller) =>
      commandsOf(ctx, ctx.guild.id)
        .filter(({ design }) => design.on && mayUse(design, caller))
        .map(({ name, design }) => ({ name, usage: usageOf(design), description: design.description })),
    run: answerCall,
  },
  routes,
  tables,
  things: { [commandsNoted]: notedCommands },
  requires,
  problems,
})
