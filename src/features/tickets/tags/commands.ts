import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { cut, inert, messageLimits, safeEcho } from '#kit/template.ts'
import { notedUnknown, unknownPlaceholders } from '#kit/unknown-placeholders.ts'
import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { type Ticket, ticketIn } from '../life/rows.ts'
import { teamTicketHere } from '../life/ticket-here.ts'
import { shownNumber } from '../opening/name.ts'
import { fills, longestTag, tagName, tagWords } from './contract.ts'
import { filled } from './filled.ts'
import { countUse, deleteTag, noTag, saveTag, type Tag, tagOf, tagsOf } from './rows.ts'
import { suggested } from './suggest.ts'

type Ctx = CommandContext<typeof tickets>
const here = command<typeof tickets>()
const by = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const alone = { ephemeral: true } as const

/** @throws UserError that suggests similar names */
function demandTag(ctx: Ctx, name: string): Tag {
  const tag = tagOf(ctx, ctx.guild.id, name)
  if (tag) return tag
  const meant = nearest(name, tagsOf(ctx, ctx.guild.id), one => [one.name]).map(one => `\`${one.name}\``)
  if (meant.length === 0) throw noTag()
  throw new UserError(
    'tickets.no-tag',
    `There is no answer “${safeEcho(name)}”. Did you mean ${listed(meant, 'or')}?`,
    404,
  )
}

/** @throws UserError with the first error message of the schema */
function parsed<T>(
  schema: { safeParse(value: unknown): { success: boolean; data?: T; error?: { issues: { message: string }[] } } },
  value: unknown,
): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data as T
  throw new UserError('tickets.tag', result.error?.issues[0]?.message ?? 'That is not valid.')
}

const which = option.text('its name', { max: 32 })

const ordered = (ctx: Ctx, ticket: Ticket | undefined) => suggested(ctx, ticket?.id, tagsOf(ctx, ctx.guild.id))

const kept = (ctx: Pick<Ctx, 'db' | 'guild'>, typed: string): string[] =>
  tagsOf(ctx, ctx.guild.id)
    .map(({ name }) => name)
    .filter(name => name.includes(typed.trim().toLowerCase()))

/** How an answer is sent: one that is called like a subcommand needs `send` before its name. */
function sending({ written }: Ctx, name: string): string {
  const isTaken = Object.hasOwn({ ...tag.subcommands, ...tag.synonyms }, name)
  return written(isTaken ? `tag send ${name}` : `tag ${name}`)
}

export const tag: CommandGroup<typeof tickets> = {
  description: 'Ready answers of the ticket team',
  aliases: ['tags'],
  bare: 'list',
  otherwise: 'send',
  synonyms: { create: 'save', add: 'save', edit: 'save', set: 'save' },
  subcommands: {
    send: here({
      description: 'Answers in this ticket',
      needs: ['tickets.answer'],
      options: { name: which },
      examples: ['refund'],
      autocomplete: {
        name(ctx, typed) {
          const ticket = ticketIn(ctx, ctx.guild.id, ctx.channel.id)
          const wanted = typed.trim().toLowerCase()
          return suggested(ctx, ticket?.id, tagsOf(ctx, ctx.guild.id))
            .filter(({ name, text }) => name.includes(wanted) || text.toLowerCase().includes(wanted))
            .map(({ name, text, suggested: isSuggested }) => ({
              name: cut(`${isSuggested ? '★ ' : ''}${name}: ${text.replace(/\s+/gu, ' ')}`, 100),
              value: name,
            }))
        },
      },
      async run(ctx, { name }) {
        const ticket = teamTicketHere(ctx)
        const found = demandTag(ctx, name)
        await ctx.reply({ content: filled(found, ticket, shownNumber(ctx, ticket), ctx.member) })
        countUse(ctx, ctx.guild.id, found.name, ctx.member)
      },
    }),
    list: here({
      description: 'Lists the answers; those that fit this ticket first',
      needs: ['tickets.answer'],
      run(ctx) {
        const tags = ordered(ctx, ticketIn(ctx, ctx.guild.id, ctx.channel.id))
        if (tags.length === 0)
          throw new UserError(
            'tickets.no-tags',
            `There are none yet. \`${ctx.written('tag save <name> <text>')}\` saves one.`,
          )
        const lines = tags.map(
          ({ name, text, suggested: isSuggested }) =>
            `${isSuggested ? '★ ' : ''}\`${name}\` ${inert(cut(text.replace(/\s+/gu, ' '), 80))}`,
        )
        const description = cut(lines.join('\n'), messageLimits.description)
        return ctx.reply({ embeds: [{ color: colours.brand, title: 'Ready answers', description }] }, alone)
      },
    }),
    save: here({
      description: 'Saves an answer, or changes it',
      needs: ['ManageGuild'],
      options: {
        name: which,
        text: option.rest('the answer; {member}, {agent}, {server}, {number}, {panel} are filled in', {
          max: longestTag,
          keywords: [],
        }),
      },
      examples: ['refund Refunds take five days, {member}.'],
      autocomplete: { name: kept },
      run(ctx, { name: typed, text }) {
        const name = parsed<string>(tagName, typed)
        const words = tagOf(ctx, ctx.guild.id, name)?.words ?? []
        saveTag(ctx, { name, text, words }, by(ctx))
        return ctx.reply(
          success(
            `\`${sending(ctx, name)}\` answers with that now.${notedUnknown(unknownPlaceholders([text], fills))}`,
          ),
          alone,
        )
      },
    }),
    words: here({
      description: 'Sets the words of members that an answer is suggested for',
      needs: ['ManageGuild'],
      options: {
        name: which,
        words: option.restOrKeyword('separated by commas, or none', { max: 1000, keywords: ['none'] }),
      },
      examples: ['refund refund, money back', 'refund none'],
      autocomplete: { name: kept },
      run(ctx, { name, words: { text: typed = '' } }) {
        const found = demandTag(ctx, name)
        const list = typed.split(',').filter(word => word.trim() !== '')
        const words = parsed<string[]>(tagWords, list)
        saveTag(ctx, { name: found.name, text: found.text, words }, by(ctx))
        const shown = words.map(word => `“${safeEcho(word)}”`)
        const sentence =
          words.length === 0
            ? `\`${found.name}\` is suggested for no words.`
            : `\`${found.name}\` is suggested for ${listed(shown)}.`
        return ctx.reply(success(sentence), alone)
      },
    }),
    delete: here({
      description: 'Deletes an answer',
      needs: ['ManageGuild'],
      options: { name: which },
      examples: ['refund'],
      autocomplete: { name: kept },
      run(ctx, { name }) {
        const found = demandTag(ctx, name)
        deleteTag(ctx, found.name, by(ctx))
        return ctx.reply(success(`The answer \`${found.name}\` was deleted.`), alone)
      },
    }),
  },
}
