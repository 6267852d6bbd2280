import { command, option } from '#kernel/feature.ts'
import { isMomentAlone, lengthAlone } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import { safeEcho } from '#kit/template.ts'
import type antinuke from '../contract.ts'
import { endPanic, panicState, startPanic } from '../panic/panic.ts'
import { ephemeral } from './author.ts'

/** Words that lock the server down, and are not why, when they are the whole reason. */
const begins: ReadonlySet<string> = new Set(['on', 'start', 'lock', 'lock down'])
/** Words that open the server again when they are the whole reason. */
const ends: ReadonlySet<string> = new Set(['end', 'stop', 'off'])
/**
 * Words that are no reason when they are the whole reason: they are meant to open the server or to look, or are
 * mistyped. Nothing is locked because of them.
 */
const noReasons: ReadonlySet<string> = new Set(
  (
    'of,offf,open,over,done,undo,cancel,reset,resume,unlock,lift,disable,status,state,show,info,list,help,no,' +
    'false alarm,all clear,never mind,nevermind,nvm'
  ).split(','),
)
/** Words that change nothing about what is meant: `end it now`, `mode off`, `is over`. */
const fillers =
  /(?<![\p{L}\p{N}])(?:panic|lockdown|mode|it|is|was|the|this|now|again|please|pls|thanks)(?![\p{L}\p{N}])/gu

/** What a reason comes down to, where it is no reason. */
const meaning = (reason: string | undefined) =>
  (reason ?? '')
    .toLowerCase()
    .replaceAll(fillers, ' ')
    .replace(/[.,!?\s]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The length of time at the end of a reason, as it was typed: `raid, for 10 minutes`. */
const lengthAtEnd = (reason: string): string | undefined => {
  const words = reason.trim().split(/\s+/u)
  return [3, 2, 1].map(count => words.slice(-count).join(' ')).find(text => lengthAlone(text) !== undefined)
}
const stands = { off: 'open', starting: 'being locked down', on: 'locked down', ending: 'being opened' } as const

/** There is no question first: it is needed in a hurry, and can be taken back as quickly. */
export const panic = command<typeof antinuke>()({
  description: 'Locks the server down at once, or opens it again exactly as it was',
  needs: ['antinuke.edit'],
  always: true,
  options: {
    off: option.choice('off to open it again', ['off'], { optional: true }),
    reason: option.rest('why', {
      optional: true,
      max: 300,
      mistaken: (text: string) =>
        isMomentAlone(text) || (/^(?:in|after)\b/iu.test(text) && lengthAlone(text) !== undefined)
          ? 'says when, and this is done at once.'
          : undefined,
    }),
  },
  examples: ['', 'somebody has an administrator account', 'off'],
  run(ctx, { off, reason }) {
    const reopens = `\`${ctx.written('antinuke panic off')}\``
    const word = meaning(reason)
    const isOpen = panicState(ctx, ctx.guild.id) === 'off'
    // While nothing is locked, `stop it` may as well be a cry for help.
    if (off === undefined && (noReasons.has(word) || (ends.has(word) && isOpen)))
      throw new UserError(
        'command.usage',
        `I did nothing: the server is ${stands[panicState(ctx, ctx.guild.id)]}. ${reopens} opens it; \`${ctx.written('antinuke panic')}\` locks it down.`,
      )
    if (off === 'off' || ends.has(word)) {
      endPanic(ctx, ctx.guild.id, ctx.member)
      return ctx.reply(success('Opening the server again. What somebody has changed since stays.'), ephemeral)
    }
    const lasting = lengthAtEnd(reason ?? '')
    const isNoReason = begins.has(word) || lasting === reason?.trim()
    startPanic(ctx, ctx.guild.id, ctx.member, isNoReason ? undefined : reason)
    const noEnd = lasting === undefined ? '' : ` It does not end by itself: “${safeEcho(lasting)}” changes nothing.`
    return ctx.reply(
      success(
        `Locking the server down: invites and direct messages pause, roles lose their power unless extra owners or whitelisted people hold them, and members can no longer write. ${reopens} opens it again.${noEnd}`,
      ),
      ephemeral,
    )
  },
})
