import { ButtonStyle, ComponentType, type GuildMember, type User } from 'discord.js'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { command, type CommandContext, type CommandGroup, component, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount, formatNumber } from '#kit/numbers.ts'
import type { XpAuthor } from './change-xp.ts'
import { changeXpByHand } from './xp-by-hand.ts'
import { resetAll } from './reset.ts'
import { permissionsToTakeRoles } from '../role-changes/permissions.ts'
import leveling, { mostXp } from '../contract.ts'
import { levelProgress } from '../curve.ts'
import { slashRoot } from '../slash-root.ts'

const here = command<typeof leveling>()
type Here = CommandContext<typeof leveling>

const maker = ({ id, user }: GuildMember): XpAuthor => ({ userId: id, name: user.username })

async function change(ctx: Here, kind: 'give' | 'take' | 'set' | 'reset', user: User, amount: number) {
  if (user.bot) throw new UserError('leveling.bot', 'Bots earn no XP. Choose a person.')
  const { total, present } = await changeXpByHand(ctx, ctx.member, user.id, { kind, amount })
  const { level, xp } = levelProgress(total)
  const kept = present ? '' : ' They are not in this server, and keep it for when they return.'
  return ctx.reply(success(`<@${user.id}> is now at level ${formatNumber(level)} with ${formatNumber(xp)} XP.${kept}`))
}

const amountOf = (least: number) =>
  option.integer('how much XP', { min: least, max: mostXp, counted: ['xp', 'points'] })
const member = option.user('whose XP: a mention, a name or an ID')

/** How long (ms) the confirmation stays valid before everybody's XP is reset. */
const patienceMs = 60_000

const resetButton = ({ now, member: caller }: Here, label: string, roles: 'keep' | 'take') =>
  ({
    type: ComponentType.Button,
    style: ButtonStyle.Danger,
    label,
    custom_id: resetEverybody.id({ until: now() + patienceMs, roles }, caller.id),
  }) as const

const resetall = here({
  description: 'Takes all XP from everybody, after asking for confirmation',
  run: ctx =>
    ctx.reply(
      {
        embeds: [
          {
            color: colours.warning,
            description:
              'This takes all XP and levels from everybody in this server. Messages and voice time stay, and so do level roles unless you choose to take them too.',
          },
        ],
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              resetButton(ctx, 'Reset everybody', 'keep'),
              resetButton(ctx, 'Reset, and take level roles', 'take'),
            ],
          },
        ],
      },
      { ephemeral: true },
    ),
})

export const resetEverybody = component(leveling, 'resetEverybody', {
  kind: 'button',
  pressedBy: 'caller',
  needs: ({ roles }) => ['ManageGuild', ...permissionsToTakeRoles(roles === 'take')],
  ack: 'update',
  data: z.object({ until: z.coerce.number(), roles: z.enum(['keep', 'take']).default('keep') }),
  async run(ctx, { until, roles }) {
    if (ctx.now() > until)
      throw new UserError('leveling.late', 'That question is more than a minute old. Use the command again.')
    const { members } = await resetAll(ctx, ctx.guild.id, { by: maker(ctx.member), take: roles === 'take' })
    const told = success(`${formatCount(members, 'member starts', 'members start')} at level 1 again.`)
    await ctx.answer({ ...told, components: [] })
  },
})

export const xp: CommandGroup<typeof leveling> = {
  description: "Changes members' XP",
  relatedWords: ['setlevel', 'givelevel', 'addlevel', 'removelevel'],
  slash: { root: slashRoot, name: 'xp' },
  shortcuts: { givexp: 'give', addxp: 'give', takexp: 'take', removexp: 'take', setxp: 'set', resetxp: 'reset' },
  needs: ['ManageGuild'],
  subcommands: {
    give: here({
      description: 'Gives a member XP',
      options: { member, amount: amountOf(1) },
      examples: ['@mara 500'],
      run: (ctx, args) => change(ctx, 'give', args.member, args.amount),
    }),
    take: here({
      description: 'Takes XP from a member',
      options: { member, amount: amountOf(1) },
      examples: ['@mara 500'],
      run: (ctx, args) => change(ctx, 'take', args.member, args.amount),
    }),
    set: here({
      description: 'Sets the total XP a member has ever earned; the level follows',
      options: { member, amount: amountOf(0) },
      examples: ['@mara 12000'],
      run: (ctx, args) => change(ctx, 'set', args.member, args.amount),
    }),
    reset: here({
      description: 'Takes all XP from a member',
      options: { member },
      examples: ['@mara'],
      run: (ctx, args) => change(ctx, 'reset', args.member, 0),
    }),
    resetall,
  },
}
