import { type CommandGroup, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import automod from '../contract.ts'
import { reminder } from './anti.ts'

const here = command<typeof automod>()
const alone = { ephemeral: true }

const toggle = (setting: 'antiAttachments' | 'antiInvites' | 'antiLinks', what: string) =>
  here({
    description: `Sets whether messages with ${what} are deleted`,
    options: { state: option.choice('on or off', ['on', 'off']) },
    run(ctx, { state }) {
      ctx.save({ [setting]: state === 'on' }, { userId: ctx.member.id, via: 'command' })
      const on = `I delete messages with ${what}.${reminder(ctx)}`
      return ctx.reply(success(state === 'on' ? on : `Messages may have ${what}.`), alone)
    },
  })

const maxlines = here({
  description: 'Sets how many lines a message may have',
  options: {
    number: option.integer('how many; 0 is no limit', {
      min: 0,
      max: 20,
      counted: ['line', 'lines'],
      instead: 'Type 0 for no limit.',
    }),
  },
  examples: ['10', '0'],
  run(ctx, { number }) {
    const limit = number > 0 ? { limitLines: true, maxLines: number } : { limitLines: false }
    ctx.save(limit, { userId: ctx.member.id, via: 'command' })
    const on = `I delete messages with more than ${formatCount(number, 'line')}.${reminder(ctx)}`
    return ctx.reply(success(number > 0 ? on : 'Messages may have as many lines as they like.'), alone)
  },
})

export const autodelete: CommandGroup<typeof automod> = {
  description: 'Sets up which messages I delete',
  relatedWords: ['antilink', 'antilinks', 'antiinvite', 'antiinvites'],
  needs: ['ManageGuild'],
  always: true,
  subcommands: {
    attachments: toggle('antiAttachments', 'files'),
    invites: toggle('antiInvites', 'invites to other servers'),
    links: toggle('antiLinks', 'links'),
    maxlines,
  },
  synonyms: {
    attachment: 'attachments',
    files: 'attachments',
    invite: 'invites',
    link: 'links',
    lines: 'maxlines',
  },
}
