import { isDeepStrictEqual } from 'node:util'
import type { Body } from '#contract'
import type { Author, Things } from '#kernel/feature.ts'
import { distinguishingValues, demandRevision, designIn, newThingId } from '#kit/design.ts'
import { UserError } from '#kit/errors.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import type customcommands from './contract.ts'
import { type CommandDesign, commandDesign, commandsNoted, mostCommands } from './design/contract.ts'
import { toldCommand } from './design/field-labels/contract.ts'
import { type Ctx, demandSavable, refused } from './validation.ts'
import {
  changeCommand,
  commandOf,
  commandsOf,
  countCommands,
  insertCommand,
  removeCommand,
  type StoredCommand,
} from './rows.ts'

type Posted = Partial<Body<(typeof customcommands)['endpoints']['saveCommand']>>

const ordinary: Record<string, unknown> = commandDesign.parse({ name: 'a', answers: [emptyMessage] })

/** The values that distinguish a command that is created or deleted from an ordinary one. */
const distinctiveValues = (design: CommandDesign): Record<string, unknown> =>
  distinguishingValues(ordinary, design, ['name', 'answers'])

/** Stores a command after it has been judged. */
type Store = (author: Author) => StoredCommand

const savedBy = ({ member, now }: Ctx) => ({
  savedAt: now(),
  savedById: member.id,
  savedByName: member.displayName,
})

function create(ctx: Ctx, posted: Partial<CommandDesign>, id = newThingId()): Store {
  const { db, guild, now } = ctx
  if (countCommands(ctx, guild.id) >= mostCommands)
    throw new UserError('customcommands.full', `A server has at most ${mostCommands} commands. Delete one first.`, 409)
  if (posted.name === undefined) throw refused('name', 'A command needs a name.', 'name')
  if (posted.answers === undefined) throw refused('answers', 'A command needs an answer.', 'answers')
  const design = commandDesign.parse(posted)
  demandSavable(ctx, id, design, undefined)
  return author =>
    db.transaction(() => {
      ctx.note({ kind: commandsNoted, id, name: design.name, after: distinctiveValues(design) }, author)
      return insertCommand(ctx, { guildId: guild.id, id, design, createdAt: now(), ...savedBy(ctx) })
    })
}

function change(ctx: Ctx, command: StoredCommand, posted: Partial<CommandDesign>): Store {
  const design = commandDesign.parse({ ...command.design, ...posted })
  if (isDeepStrictEqual(design, command.design)) return () => command
  demandSavable(ctx, command.id, design, command.design)
  return author =>
    ctx.db.transaction(() => {
      const { id, design: before } = command
      ctx.note({ kind: commandsNoted, id, name: design.name, before, after: design }, author)
      const revision = command.revision + 1
      return changeCommand(ctx, command, { design, revision, ...savedBy(ctx) }) ?? command
    })
}

/**
 * Creates or changes a command. Synchronous, so that nothing changes between reading and writing.
 * @throws UserError 400 with the fields that have problems, 404 if it has been deleted in the meantime, 409 if somebody
 * else saved first
 */
export function saveCommand(ctx: Ctx, body: Posted, author: Author): StoredCommand {
  const { id, revision } = body
  const posted = designIn(commandDesign, body)
  const command = id === undefined ? undefined : commandOf(ctx, ctx.guild.id, id)
  demandRevision(
    ctx,
    {
      noun: 'command',
      gone: 'customcommands.gone',
      conflict: 'customcommands.conflict',
      words: toldCommand,
      caller: author.userId,
    },
    command,
    revision,
    posted,
  )
  return (command ? change(ctx, command, posted) : create(ctx, posted, id))(author)
}

/** @throws UserError 404 */
export function deleteCommand(ctx: Ctx, id: string, author: Author): StoredCommand {
  const { db, guild } = ctx
  return db.transaction(() => {
    const command = commandOf(ctx, guild.id, id)
    if (!command) throw new UserError('customcommands.gone', 'There is no such command in this server any more.', 404)
    removeCommand(ctx, guild.id, id)
    ctx.note({ kind: commandsNoted, id, name: command.name, before: distinctiveValues(command.design) }, author)
    return command
  })
}

/** Commands in the server's history. */
export const notedCommands: Things<typeof customcommands> = {
  noun: 'command',
  fields: toldCommand,
  name: 'name',
  read: (ctx, id) => commandOf(ctx, ctx.guild.id, id)?.design,
  put(ctx, id, patch, author) {
    // Both cases are validated as the fields that they set.
    const posted: Partial<CommandDesign> = patch
    const command = commandOf(ctx, ctx.guild.id, id)
    const judged = command ? change(ctx, command, posted) : create(ctx, posted, id)
    if (author) judged(author)
  },
  portable: {
    list: ctx => commandsOf(ctx, ctx.guild.id),
    saves: 'saveCommand',
    most: mostCommands,
    // The allowed roles and channels are not among these: a limited command stays limited to the same ones.
    loses: ['denied_roles', 'denied_channels', 'gives_role', 'takes_role'],
    remove: (ctx, id, author) => void deleteCommand(ctx, id, author),
  },
}
