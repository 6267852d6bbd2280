import type { User } from 'discord.js'
import { type CommandGroup, command, option } from '#kernel/feature.ts'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { cut, timeTag } from '#kit/template.ts'
import type antinuke from '../contract.ts'
import { alreadyExtraOwner, alreadyWhitelisted } from '../rights/contract.ts'
import { isWhitelisted } from '../rights/access-level.ts'
import { author, ephemeral, type Ctx } from './author.ts'
import { ask } from './confirmation.ts'

const here = command<typeof antinuke>()
const user = option.user('the person: a mention, a name or an ID')
const listing = (title: string, lines: readonly string[], none: string) => ({
  embeds: [{ color: colours.brand, title, description: cut(lines.join('\n'), 4000) || none }],
})

const without = <T extends { id: string }>(list: readonly T[], userId: string) => list.filter(({ id }) => id !== userId)

async function addToWhitelist(ctx: Ctx, { id }: User, limits: { perHour: number | null; expiresAt: number | null }) {
  if (isWhitelisted(ctx.own, id, ctx.now())) throw new UserError('antinuke.whitelisted', alreadyWhitelisted)
  const limited = limits.perHour !== null || limits.expiresAt !== null
  await ctx.change(
    own => ({
      whitelist: [...own.whitelist.filter(one => one !== id), id],
      allowances: [...without(own.allowances, id), ...(limited ? [{ id, ...limits }] : [])],
    }),
    author(ctx),
  )
}

const shown = ({ own }: Ctx, id: string) => {
  const limits = own.allowances.find(one => one.id === id)
  const details = [
    ...(limits?.perHour ? [`${formatCount(limits.perHour, 'action')} an hour`] : []),
    ...(limits?.expiresAt ? [`until ${timeTag(limits.expiresAt, 'f')}`] : []),
  ]
  return [`<@${id}> (\`${id}\`)`, ...details].join(', ')
}

export const whitelist: CommandGroup<typeof antinuke> = {
  description: 'People whom anti-nuke and moderation leave alone',
  aliases: ['wl'],
  relatedWords: ['unwhitelist', 'trusted', 'trust'],
  needs: ['antinuke.view'],
  always: true,
  bare: 'list',
  synonyms: { set: 'add' },
  subcommands: {
    add: here({
      description: 'Adds a person or bot to the whitelist, for good or for a time',
      needs: ['antinuke.whitelist'],
      options: {
        user,
        for: option.duration('for how long; for good if left out', { optional: true }),
        limit: option.integer('how many actions an hour; any number if left out', {
          optional: true,
          min: 1,
          max: 1000,
        }),
      },
      examples: ['@mara', '@mara 2d', '@mara 2d 10'],
      async run(ctx, { user: target, for: lasting, limit }) {
        const expiresAt = lasting === undefined ? null : ctx.now() + lasting
        await addToWhitelist(ctx, target, { perHour: limit ?? null, expiresAt })
        const told = [
          ...(lasting === undefined ? [] : [`for ${formatDuration(lasting)}`]),
          ...(limit === undefined ? [] : [`with ${formatCount(limit, 'action')} an hour`]),
        ]
        return ctx.reply(success(`${[`<@${target.id}> is on the whitelist`, ...told].join(', ')}.`), ephemeral)
      },
    }),
    remove: here({
      description: 'Takes somebody off the whitelist',
      needs: ['antinuke.whitelist'],
      options: { user },
      examples: ['@mara'],
      async run(ctx, { user: { id } }) {
        if (!ctx.own.whitelist.includes(id))
          throw new UserError('antinuke.not-whitelisted', 'User is not in the whitelist.')
        await ctx.change(
          own => ({ whitelist: own.whitelist.filter(one => one !== id), allowances: without(own.allowances, id) }),
          author(ctx),
        )
        return ctx.reply(success(`<@${id}> is off the whitelist.`), ephemeral)
      },
    }),
    list: here({
      description: 'Shows who is on the whitelist',
      run(ctx) {
        const lines = ctx.own.whitelist.filter(id => isWhitelisted(ctx.own, id, ctx.now())).map(id => shown(ctx, id))
        return ctx.reply(listing('Whitelist', lines, 'Nobody is on the whitelist.'), ephemeral)
      },
    }),
    clear: here({
      description: 'Takes everybody off the whitelist, after asking',
      needs: ['antinuke.whitelist'],
      run(ctx) {
        if (ctx.own.whitelist.length === 0) throw new UserError('antinuke.empty', 'Nobody is on the whitelist.')
        return ask(ctx, 'clear')
      },
    }),
  },
}

export const extraowner: CommandGroup<typeof antinuke> = {
  description: 'Who may change the settings of anti-nuke besides the owner',
  aliases: ['eo', 'extraowners'],
  needs: ['antinuke.view', 'antinuke.edit'],
  always: true,
  bare: 'list',
  synonyms: { set: 'add' },
  subcommands: {
    add: here({
      description: 'Makes somebody an extra owner',
      needs: ['antinuke.extraOwners'],
      options: { user },
      examples: ['@mara'],
      async run(ctx, { user: { id } }) {
        if (ctx.own.extraOwners.includes(id)) throw new UserError('antinuke.extra-owner', alreadyExtraOwner)
        await ctx.change(own => ({ extraOwners: [...own.extraOwners, id] }), author(ctx))
        return ctx.reply(
          success(`<@${id}> is an extra owner: they may change everything in anti-nuke except this list.`),
          ephemeral,
        )
      },
    }),
    remove: here({
      description: 'Makes an extra owner an ordinary member again',
      needs: ['antinuke.extraOwners'],
      options: { user },
      examples: ['@mara'],
      async run(ctx, { user: { id } }) {
        if (!ctx.own.extraOwners.includes(id))
          throw new UserError('antinuke.no-extra-owner', 'User is not an extra owner.')
        await ctx.change(own => ({ extraOwners: own.extraOwners.filter(one => one !== id) }), author(ctx))
        return ctx.reply(success(`<@${id}> is no longer an extra owner.`), ephemeral)
      },
    }),
    list: here({
      description: 'Shows who the extra owners are',
      run: ctx =>
        ctx.reply(
          listing(
            'Extra owners',
            ctx.own.extraOwners.map(id => `<@${id}> (\`${id}\`)`),
            'There are no extra owners.',
          ),
          ephemeral,
        ),
    }),
  },
}
