import { ButtonStyle, ComponentType } from 'discord.js'
import { z } from 'zod'
import { component } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import antinuke, { settings } from '../contract.ts'
import { ephemeral, type Ctx } from './author.ts'

/** How long a question stays open (ms). */
export const patienceMs = 60_000

const acts = ['off', 'modules', 'reset', 'clear'] as const
type Act = (typeof acts)[number]

const questions: Record<Act, { text: string; label: string }> = {
  off: {
    text: 'Nobody is stopped while anti-nuke is off.',
    label: 'Switch it off',
  },
  modules: {
    text: 'Nobody is stopped while all modules are off.',
    label: 'Switch all off',
  },
  reset: {
    text: 'This switches anti-nuke off, empties the whitelist and the extra owners, and sets everything else back to how it is in a new server. The history keeps the old settings.',
    label: 'Reset everything',
  },
  clear: {
    text: 'This takes everybody off the whitelist.',
    label: 'Clear the whitelist',
  },
}

const needed = {
  off: 'antinuke.edit',
  modules: 'antinuke.modules',
  reset: 'owner',
  clear: 'antinuke.whitelist',
} as const satisfies Record<Act, string>

/** Asks the caller a question with one button. */
export const question = (ctx: Ctx, { text, label, id }: { text: string; label: string; id: string }) =>
  ctx.reply(
    {
      embeds: [{ color: colours.warning, description: text }],
      components: [
        {
          type: ComponentType.ActionRow,
          components: [{ type: ComponentType.Button, style: ButtonStyle.Danger, label, custom_id: id }],
        },
      ],
    },
    ephemeral,
  )

/** Refuses answers to a question that is no longer open. @throws UserError */
export function demandInTime({ now }: Pick<Ctx, 'now'>, until: number): void {
  if (now() > until)
    throw new UserError('antinuke.late', 'That question is more than a minute old. Use the command again.')
}

/** Asks before something is done that removes protection, or somebody's work. */
export const ask = (ctx: Ctx, act: Act) =>
  question(ctx, {
    ...questions[act],
    id: confirmButton.id({ until: ctx.now() + patienceMs, act }, ctx.member.id),
  })

const allOff = <K extends string>(modules: Readonly<Record<K, boolean>>) =>
  // The same keys.
  Object.fromEntries(Object.keys(modules).map(key => [key, false])) as Record<K, boolean>

export const confirmButton = component(antinuke, 'confirm', {
  kind: 'button',
  pressedBy: 'caller',
  needs: ({ act }) => [needed[act]],
  ack: 'update',
  always: true,
  data: z.object({ until: z.coerce.number(), act: z.enum(acts) }),
  async run(ctx, { until, act }) {
    demandInTime(ctx, until)
    const author = { userId: ctx.member.id, via: 'command' }
    const tell = (sentence: string) => ctx.answer({ ...success(sentence), components: [] })
    if (act === 'off') {
      await ctx.change({ enabled: false }, author)
      return tell('Anti-nuke is off.')
    }
    if (act === 'modules') {
      await ctx.change(({ modules: own }) => ({ modules: allOff(own) }), author)
      return tell('All modules: now off.')
    }
    if (act === 'reset') {
      await ctx.change(settings.parse({}), author)
      return tell('Anti-nuke is now set up as in a new server: off.')
    }
    const { length } = ctx.own.whitelist
    await ctx.change({ whitelist: [], allowances: [] }, author)
    return tell(`The whitelist is empty. ${formatCount(length, 'entry was', 'entries were')} on it.`)
  },
})
