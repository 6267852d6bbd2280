import { command, type CommandContext, type CommandGroup, option } from '#kernel/feature.ts'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import { nearest } from '#kit/edit-distance.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { listed } from '#kit/permissions.ts'
import { cut, inert, messageLimits, safeEcho } from '#kit/template.ts'
import { notedUnknown } from '#kit/unknown-placeholders.ts'
import { mayUse } from './answering/allowed.ts'
import type customcommands from './contract.ts'
import { commandName, usageOf } from './design/contract.ts'
import { firstWords } from './design/field-labels/contract.ts'
import { nearCommand, ourCommand, unknownPlaceholdersOf } from './validation.ts'
import { commandsOf, type StoredCommand } from './rows.ts'
import { deleteCommand, saveCommand } from './save.ts'

type Ctx = CommandContext<typeof customcommands>
const here = command<typeof customcommands>()
const managing = { needs: ['ManageGuild'], always: true } as const
const by = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const alone = { ephemeral: true } as const

/** Removes the prefix, which people often type as part of the name. */
const bare = ({ prefix }: Ctx, typed: string): string =>
  (typed.toLowerCase().startsWith(prefix.toLowerCase()) ? typed.slice(prefix.length) : typed).toLowerCase()

/** A member who types, or has typed, a command. */
type Here = Pick<Ctx, 'access' | 'channel' | 'db' | 'guild' | 'member'>

const manages = (ctx: Here): boolean => ctx.access.has(ctx.member, 'manage', 'customcommands')

/** The commands that somebody may know about; those who manage commands know all. */
const knownTo = (ctx: Here): StoredCommand[] =>
  commandsOf(ctx, ctx.guild.id).filter(({ design }) => manages(ctx) || (design.on && mayUse(design, ctx)))

/** @throws UserError that suggests commands with similar names */
function demandCommand(ctx: Ctx, typed: string): StoredCommand {
  const name = bare(ctx, typed)
  const known = knownTo(ctx)
  const found = known.find(one => one.name === name)
  if (found) return found
  const ours = ourCommand(ctx, name)
  if (ours !== undefined)
    throw new UserError(
      'customcommands.ours',
      `\`${ctx.written(ours)}\` is one of my own commands: \`${ctx.written(`help ${ours}`)}\` explains it.`,
    )
  const meant = nearest(name, known, one => [one.name]).map(one => `\`${one.name}\``)
  const hint = meant.length === 0 ? '' : ` Did you mean ${listed(meant, 'or')}?`
  throw new UserError('customcommands.gone', `This server has no command “${safeEcho(typed)}”.${hint}`, 404)
}

/** @throws UserError that says what is wrong with the name */
function demandName(ctx: Ctx, typed: string): string {
  const read = commandName.safeParse(bare(ctx, typed))
  if (read.success) return read.data
  throw new UserError('customcommands.name', read.error.issues[0]?.message ?? 'That is not a name.')
}

/** A note, shown once when a command is created, that its name is easily mistyped for another. */
function nearNote(ctx: Ctx, name: string): string {
  const near = nearCommand(ctx, name)
  return near === undefined ? '' : ` It is easily mistyped for \`${ctx.prefix}${near}\`.`
}

/** A note about placeholders that members would see as typed. */
const unknownNote = (ctx: Ctx, { design }: StoredCommand): string => notedUnknown(unknownPlaceholdersOf(ctx, design))

const which = option.text('its name', { max: 40 })
const text = option.rest('what it answers; {user}, {args} and {1} are filled in', { max: 2000, keywords: [] })
const suggested = (ctx: Here, typed: string) =>
  knownTo(ctx)
    .map(({ name }) => name)
    .filter(name => name.includes(typed.trim().toLowerCase()))

const answerOf = (content: string) => ({ ...emptyMessage, content })

const page = ({ config, guild }: Ctx) => new URL(`/manage/${guild.id}/customcommands`, config.http.publicUrl).href

export const customcommand: CommandGroup<typeof customcommands> = {
  description: 'Commands that this server has made up',
  aliases: ['customcommands', 'cc'],
  relatedWords: ['addcommand', 'addcmd', 'createcommand', 'editcommand', 'delcommand', 'delcmd', 'customcmd'],
  bare: 'list',
  synonyms: { create: 'add', new: 'add', make: 'add', set: 'add', change: 'edit', update: 'edit' },
  subcommands: {
    add: here({
      ...managing,
      description: 'Makes a command that answers with a text',
      options: { name: which, answer: text },
      examples: ['rules Be kind, {user}.'],
      run(ctx, { name: typed, answer }) {
        const name = demandName(ctx, typed)
        const saved = saveCommand(ctx, { name, answers: [answerOf(answer)] }, by(ctx))
        const notes = `${nearNote(ctx, name)}${unknownNote(ctx, saved)}`
        return ctx.reply(success(`\`${ctx.prefix}${name}\` answers with that now.${notes}`), alone)
      },
    }),
    edit: here({
      ...managing,
      description: 'Changes what a command answers',
      options: { name: which, answer: text },
      examples: ['rules Be kind to each other.'],
      autocomplete: { name: suggested },
      run(ctx, { name, answer }) {
        const found = demandCommand(ctx, name)
        const [first, ...more] = found.design.answers
        if (more.length > 0 || (first && first.embeds.length > 0))
          throw new UserError(
            'customcommands.designed',
            `\`${ctx.prefix}${found.name}\` has ${more.length > 0 ? `${more.length + 1} answers` : 'an embed'}. Change it on its page: ${page(ctx)}`,
          )
        const saved = saveCommand(ctx, { id: found.id, answers: [answerOf(answer)] }, by(ctx))
        return ctx.reply(
          success(`\`${ctx.prefix}${found.name}\` answers with that now.${unknownNote(ctx, saved)}`),
          alone,
        )
      },
    }),
    remove: here({
      ...managing,
      description: 'Deletes a command of this server',
      options: { name: which },
      examples: ['rules'],
      autocomplete: { name: suggested },
      run(ctx, { name }) {
        const found = demandCommand(ctx, name)
        deleteCommand(ctx, found.id, by(ctx))
        return ctx.reply(success(`\`${ctx.prefix}${found.name}\` is gone.`), alone)
      },
    }),
    list: here({
      description: 'Lists the commands of this server that you can use here',
      examples: [''],
      run(ctx) {
        const known = knownTo(ctx)
        const off = manages(ctx) ? ` \`${ctx.written('customcommand add <name> <answer>')}\` makes one.` : ''
        if (known.length === 0)
          throw new UserError(
            'customcommands.none',
            `This server has no commands of its own that you can use here.${off}`,
          )
        const names = known.map(({ name, on }) => `\`${ctx.prefix}${name}\`${on ? '' : ' (off)'}`)
        const embed = {
          color: colours.brand,
          title: 'Commands of this server',
          description: cut(names.join(' '), messageLimits.description),
          footer: { text: `${ctx.written('customcommand info <name>')} explains one` },
        }
        return ctx.reply({ embeds: [embed] }, alone)
      },
    }),
    info: here({
      description: 'Explains a command of this server',
      options: { name: which },
      examples: ['rules'],
      autocomplete: { name: suggested },
      run(ctx, { name }) {
        const { design, uses, name: found } = demandCommand(ctx, name)
        const lines = [
          inert(design.description),
          ...(design.on ? [] : ['It is off.']),
          ...(design.answers.length > 1
            ? [`It gives one of ${design.answers.length} answers.`]
            : design.answers.slice(0, 1).map(one => `It answers: ${inert(cut(firstWords(one), 200))}`)),
          ...(design.member_wait > 0 ? [`Each member waits ${formatDuration(design.member_wait * 1000)}.`] : []),
          ...(design.shared_wait > 0 ? [`Each channel waits ${formatDuration(design.shared_wait * 1000)}.`] : []),
          `Used ${formatCount(uses, 'time')}.`,
        ]
        const embed = {
          color: colours.brand,
          title: `${ctx.prefix}${found} ${usageOf(design)}`.trim(),
          description: lines.filter(Boolean).join('\n'),
        }
        return ctx.reply({ embeds: [embed] }, alone)
      },
    }),
  },
}
